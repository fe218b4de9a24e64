#!/bin/sh
# Sixteen customers book one slot with 5 places at once, ten times over; exactly 5 must get it each
# time, and the rest be told that it is full. Then eight sign-ups of one account at once are one
# person, and eight calls that set a product's photos leave those of one. Connects by libpq's environment as a superuser, in a
# database of its own that it makes and drops. Exits 0 only if every round is right.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
app=$here/../../apps/randevoo
name=randevoo_concurrency_$$
work=$(mktemp -d)
admin=${PGDATABASE:-postgres}

finish() {
  psql -X -q -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"
  rm -rf "$work"
}
trap finish EXIT

psql -X -q -d "$admin" -c "CREATE DATABASE $name TEMPLATE template0"
export PGDATABASE=$name PGOPTIONS='-c client_min_messages=warning'
psql -X -q -v ON_ERROR_STOP=1 -c "GRANT CREATE ON DATABASE $name TO randevoo_owner"
{
  echo 'BEGIN; CREATE SCHEMA randevoo AUTHORIZATION randevoo_owner;'
  echo 'SET LOCAL ROLE randevoo_owner; SET LOCAL check_function_bodies = off;'
  cat "$app/schema.sql" "$app"/functions/*.sql
  cat <<'SQL'
SELECT randevoo.user_register('Customer ' || n, '', 'google', 'c' || n)
FROM generate_series(1, 17) n;
SELECT randevoo.store_open(17, 'Crowded', 'boutique', '', 'X', NULL, NULL, NULL, 'UTC', '1 hour', 5,
  30, '2031-01-01 00:00+00');
SELECT randevoo.product_list(17, 1, 'Bag', '', '', 'bags', 1, 'EUR', NULL, NULL, 1000,
  '2031-01-01 00:00+00');
COMMIT;
SQL
} | psql -X -q -v ON_ERROR_STOP=1 -o /dev/null

# Each waits for the same instant, so that all of them are in the middle of it together.
round=1
while [ "$round" -le 10 ]; do
  hour=$((round + 7))
  day=2031-06-11
  [ "$hour" -ge 10 ] || { hour=$((hour + 8)); day=2031-06-12; }
  start=$(psql -X -At -c "SELECT clock_timestamp() + interval '400 milliseconds'")
  customer=1
  pids=
  while [ "$customer" -le 16 ]; do
    psql -X -q -o /dev/null -v VERBOSITY=sqlstate 2>"$work/$round.$customer" -c "
      SELECT pg_sleep_until('$start');" -c "
      SET ROLE randevoo_app;" -c "
      SELECT randevoo.reservation_book($customer, 1, '$day $hour:00+00', '{1}', '{1}',
        '2031-06-10 08:00+00');" &
    pids="$pids $!"
    customer=$((customer + 1))
  done
  for pid in $pids; do wait "$pid" || true; done
  booked=$(psql -X -At -c "SELECT count(*) FROM randevoo.reservations
    WHERE slot_start = '$day $hour:00+00' AND state = 'pending'")
  full=$(cat "$work/$round".* | grep -c 'RN006' || true)
  if [ "$booked" -ne 5 ] || [ "$full" -ne 11 ]; then
    echo "round $round: $booked of 5 booked, $full of 11 told that the slot is full" >&2
    cat "$work/$round".* >&2
    exit 1
  fi
  round=$((round + 1))
done

# A snapshot from before could not count the others, so such a transaction is refused.
psql -X -q -v VERBOSITY=sqlstate 2>"$work/old" -o /dev/null -c "
  BEGIN ISOLATION LEVEL REPEATABLE READ;
  SELECT randevoo.reservation_book(1, 1, '2031-06-13 10:00+00', '{1}', '{1}',
    '2031-06-10 08:00+00');" || true
grep -q RN013 "$work/old" || { echo 'repeatable read was not refused' >&2; exit 1; }

# Eight calls at once, each in a session of its own; what they say goes to $work/$1.N.
at_once() { # NAME CALL
  start=$(psql -X -At -c "SELECT clock_timestamp() + interval '400 milliseconds'")
  pids=
  for n in 1 2 3 4 5 6 7 8; do
    psql -X -qAt -v VERBOSITY=sqlstate >"$work/$1.$n" 2>&1 -c "
      SET ROLE randevoo_app; SELECT pg_sleep_until('$start');" -c "SELECT $2" &
    pids="$pids $!"
  done
  for pid in $pids; do wait "$pid" || true; done
}

for round in 1 2 3 4 5 6; do
  at_once "account$round" "randevoo.user_register('Twin', '', 'google', 'twin $round')"
  at_once "photos$round" "randevoo.product_photos_set(17, 1, '{a,b,c,d,e,f}', '2031-01-01 00:00+00')"
  people=$(cat "$work/account$round".* | sort -u | grep -vxc '')
  if [ "$people" -ne 1 ] || cat "$work/account$round".* "$work/photos$round".* | grep -q ERROR; then
    echo "round $round: $people people of one account" >&2
    cat "$work/account$round".* "$work/photos$round".* | sort | uniq -c >&2
    exit 1
  fi
done

echo 'ten rounds of 16 customers for 5 places: 5 booked and 11 refused each time; one person an account'
