#!/usr/bin/env bash
# People of two apps, each of whose texts bear a mark of their own: whoever exports one of them has all
# of that person's marks and nobody else's, and after an erasure a dump has none. With real logins: a
# moderator's and a viewer's console, the app's own login, and two seniors.
# REEVE is the console, REEVE_TEST_TEMPLATE what the database is a copy of; SEED repeats a run.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD} PGOPTIONS='-c client_min_messages=error'
seed=${SEED:-$RANDOM}
echo "# SEED=$seed"
base=rights_people_$$ people=5
moderator=mod_$base viewer=view_$base app1=app1_$base app2=app2_$base senior1=s1_$base senior2=s2_$base
logins=("$moderator" "$viewer" "$app1" "$app2" "$senior1" "$senior2")
work=$(mktemp -d /tmp/reeve-rights.XXXXXX)
mkdir "$work/sink"
finish() {
  trap - EXIT
  psql -XqAtd postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)"
  for name in "${logins[@]}"; do psql -XqAtd postgres -c "DROP ROLE IF EXISTS $name"; done
  rm -rf "$work"
}
trap finish EXIT
sql() { psql -XqAtd "$base" -v ON_ERROR_STOP=1 "$@"; }
. sql/tests/checks.sh
run() { "$reeve" --dsn "dbname=$base user=$1" "${@:2}"; }
has() { grep -q -- "$1" "$2"; }
others_phones() { grep -oE '\+49[0-9]+' "$2" | grep -v "$1\$"; } # PERSON FILE
no_phones() { ! others_phones "$@" | grep .; }
hasnt() { ! grep -q -- "$1" "$2" || { grep -m 3 -- "$1" "$2" | sed 's/^/# /'; return 1; }; }

psql -XqAtd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" || exit 1
psql -XqAtd postgres -c "GRANT CREATE ON DATABASE $base TO reeve_owner, randevoo_owner"
"$reeve" sample load sotravel --schema-only --dsn "dbname=$base user=${PGUSER:-postgres}" >"$work/out" 2>&1 ||
  { cat "$work/out"; echo 'Bail out! no second app'; exit 1; }
for name in "${logins[@]}"; do psql -XqAtd postgres -c "CREATE ROLE $name LOGIN"; done
sql >/dev/null <<SQL
GRANT reeve_moderator TO $moderator; GRANT reeve_viewer TO $viewer;
GRANT sotravel_app, reeve_app TO $app1; GRANT randevoo_app, reeve_app TO $app2;
GRANT reeve_senior TO $senior1, $senior2;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$moderator', 'moderator', 'test'),
  ('$viewer', 'viewer', 'test'), ('$senior1', 'senior', 'test'), ('$senior2', 'senior', 'test');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["$moderator", "$viewer", "$senior1", "$senior2"]}');
SELECT setseed($seed / 32768.0);
-- The app's own rules are not what is tested.
SET session_replication_role = replica;
CREATE FUNCTION pg_temp.mark(p bigint, what text) RETURNS text LANGUAGE sql AS
  \$\$SELECT 'Mark' || p || 'q' || what\$\$;
CREATE FUNCTION pg_temp.other(p bigint) RETURNS bigint LANGUAGE sql AS
  \$\$SELECT 1 + (p + floor(random() * ($people - 1))::bigint) % $people\$\$;

INSERT INTO sotravel.users(name, email, photo_url)
SELECT pg_temp.mark(p, 'name'), pg_temp.mark(p, 'mail') || '@x.example',
  'https://x.example/' || pg_temp.mark(p, 'photo') FROM generate_series(1, $people) p;
INSERT INTO sotravel.identities(provider, provider_id, user_id, verified_email, handle)
SELECT 'telegram', p, p, pg_temp.mark(p, 'verified') || '@x.example', pg_temp.mark(p, 'handle')
FROM generate_series(1, $people) p;
INSERT INTO sotravel.social_links(user_id, kind, url)
SELECT p, 'instagram', 'https://x.example/' || pg_temp.mark(p, 'link')
FROM generate_series(1, $people) p;
INSERT INTO sotravel.trips(title, place, map_kind, starts_at, ends_at)
VALUES ('Alps', 'Hut', 'mountain', now(), now() + interval '9 days');
INSERT INTO sotravel.trip_members(trip_id, user_id, role)
SELECT 1, p, 'traveller' FROM generate_series(1, $people) p;
INSERT INTO sotravel.events(trip_id, author_id, title, details, starts_at, ends_at)
SELECT 1, p, pg_temp.mark(p, 'event' || n), pg_temp.mark(p, 'details' || n), now(),
  now() + interval '1 hour' FROM generate_series(1, $people) p, generate_series(1, 3) n;
INSERT INTO sotravel.invitations(event_id, user_id, invited_by, audience, ends_at)
SELECT e.id, pg_temp.other(e.author_id), e.author_id, 'chosen', now() FROM sotravel.events e;
INSERT INTO sotravel.chats(kind, event_id) SELECT 'event', e.id FROM sotravel.events e;
INSERT INTO sotravel.chats(kind, low_id, high_id) VALUES ('pair', 1, 2);
INSERT INTO sotravel.chat_members(chat_id, user_id)
SELECT c.id, p FROM sotravel.chats c, generate_series(1, $people) p;
INSERT INTO sotravel.messages(chat_id, author_id, body)
SELECT c.id, p, pg_temp.mark(p, 'message' || c.id)
FROM sotravel.chats c, generate_series(1, $people) p;
INSERT INTO sotravel.notices(user_id, notice_id, subject, body, has_sound, created_at)
SELECT p, p, pg_temp.mark(p, 'subject'), pg_temp.mark(p, 'body'), FALSE, now()
FROM generate_series(1, $people) p;

INSERT INTO randevoo.users(first_name, last_name, display_name, email, phone, photo_url)
SELECT pg_temp.mark(p, 'first'), pg_temp.mark(p, 'last'), pg_temp.mark(p, 'display'),
  pg_temp.mark(p, 'mail') || '@x.example', pg_temp.mark(p, 'phone'),
  'https://x.example/' || pg_temp.mark(p, 'photo') FROM generate_series(1, $people) p;
INSERT INTO randevoo.identities(provider, provider_id, user_id, verified_email)
SELECT 'google', p, p, pg_temp.mark(p, 'verified') || '@x.example'
FROM generate_series(1, $people) p;
INSERT INTO randevoo.phones(user_id, phone, asked_at, verified_at)
SELECT p, '+4900000' || p, now(), now() FROM generate_series(1, $people) p;
INSERT INTO randevoo.stores(owner_id, name, about, city, district, time_zone)
SELECT p, pg_temp.mark(p, 'store' || n), pg_temp.mark(p, 'about' || n), 'Rome',
  pg_temp.mark(p, 'district' || n), 'UTC' FROM generate_series(1, $people) p, generate_series(1, 2) n;
INSERT INTO randevoo.store_policies(store_id, title, body)
SELECT s.id, pg_temp.mark(s.owner_id, 'title'), pg_temp.mark(s.owner_id, 'policy')
FROM randevoo.stores s;
INSERT INTO randevoo.store_invitations(store_id, phone, customer_id, invited_at)
SELECT s.id, '+4900000' || o.p, o.p, now()
FROM randevoo.stores s CROSS JOIN LATERAL (SELECT pg_temp.other(s.owner_id)) o(p);
INSERT INTO randevoo.store_invitations(store_id, phone, invited_at)
SELECT s.id, '+4911111' || pg_temp.other(s.owner_id), now() FROM randevoo.stores s;
INSERT INTO randevoo.products(store_id, name, brand, description, category, collection, price,
  currency)
SELECT s.id, pg_temp.mark(s.owner_id, 'product' || n), pg_temp.mark(s.owner_id, 'brand'),
  pg_temp.mark(s.owner_id, 'description'), 'bags', pg_temp.mark(s.owner_id, 'line'), 10, 'EUR'
FROM randevoo.stores s, generate_series(1, 2) n;
INSERT INTO randevoo.product_photos(product_id, position, url)
SELECT p.id, 1, 'https://x.example/' || pg_temp.mark(s.owner_id, 'picture')
FROM randevoo.products p JOIN randevoo.stores s ON s.id = p.store_id;
INSERT INTO randevoo.groups(customer_id, store_id)
SELECT pg_temp.other(s.owner_id), s.id FROM randevoo.stores s;
INSERT INTO randevoo.messages(group_id, place, author_id, body)
SELECT g.id, n, w.p, pg_temp.mark(w.p, 'message' || g.id)
FROM randevoo.groups g JOIN randevoo.stores s ON s.id = g.store_id
CROSS JOIN LATERAL (VALUES (1, g.customer_id), (2, s.owner_id)) w(n, p);
INSERT INTO randevoo.reservations(customer_id, store_id, slot_start, slot_end, answer_by, state,
  state_reason)
SELECT g.customer_id, g.store_id, now() + interval '9 days', now() + interval '219 hours', now(),
  'cancelled', pg_temp.mark(g.customer_id, 'reason') FROM randevoo.groups g;
SQL
# All marks of somebody, as the tables have them.
marks() { # APP PERSON
  sql -c "SELECT string_agg(format('SELECT to_jsonb(t)::text FROM %s t', c.oid::regclass), ' UNION ALL ')
    FROM pg_class c WHERE c.relnamespace = '$1'::regnamespace AND c.relkind = 'r'" >"$work/all.sql"
  sql -f "$work/all.sql" | grep -oE "Mark$2q[a-z0-9]+" | sort -u
}
declare -A login=([sotravel]=$app1 [randevoo]=$app2)

for app in sotravel randevoo; do
  other=sotravel; [ $app = sotravel ] && other=randevoo
  for p in 1 3; do
    marks $app $p >"$work/wanted"
    run "$moderator" -c "export person $app/user:$p $work/$p.ndjson --page $work/$p.html --why \"their request\"" \
      >/dev/null 2>"$work/err" || sed 's/^/# /' "$work/err"
    # A page at a time, through the app's own login.
    : >"$work/$p.app"; after=NULL
    while :; do
      psql -XqAtd "$base" -U "${login[$app]}" -F $'\t' -c \
        "SELECT cursor, part, key, data FROM reeve.data_download('$app', 'user:$p', $after, 7)" >"$work/page" || break
      cut -f 2- "$work/page" >>"$work/$p.app"
      cursor=$(tail -n 1 "$work/page" | cut -f 1)
      [ -n "$cursor" ] || break
      after="'${cursor//\'/\'\'}'"
    done
    for file in ndjson html app; do
      grep -oE "Mark[0-9]+q[a-z0-9]+" "$work/$p.$file" | sort -u >"$work/found"
      ok "$app: $(wc -l <"$work/wanted") texts of user:$p, and nobody else's, are in the $file" \
        cmp -s "$work/wanted" "$work/found"
      cmp -s "$work/wanted" "$work/found" || diff "$work/wanted" "$work/found" | sed 's/^/# /'
      ok "$app: no phone of others is in the $file" no_phones $p "$work/$p.$file"
    done
    ok "$app: what others are is a mark" has '(somebody else)' "$work/$p.ndjson"
  done
  run "$viewer" -c "export person $app/user:1 $work/no --why x" >/dev/null 2>"$work/err"
  ok "$app: a viewer exports nothing (exit $?)" test $? = 4 -a ! -e "$work/no"
  ok "$app: … and is told which rank it takes" has 'needs the rank moderator' "$work/err"
  for statement in "SELECT * FROM reeve.data_download('$other', 'user:1')" \
    "SELECT * FROM reeve.reveal_ask('export', '$app', 'user', '1', '{\"why\": \"x\"}')" \
    "SELECT * FROM reeve.export_rows(1)" "SELECT reeve.request_file('$other', 'user:1', 'access')" \
    "SELECT * FROM reeve.right_record(NULL, '1', 'decision', 0, 1)" 'TABLE reeve.download' 'TABLE reeve.request_text'; do
    psql -XqAtd "$base" -U "${login[$app]}" -c "$statement" >"$work/out" 2>&1
    ok "$app: its login is refused $statement" test $? = 1
  done
done

# Erased by two seniors.
for app in sotravel randevoo; do
  psql -XqAtd "$base" -U "${login[$app]}" -c "SELECT reeve.request_file('$app', 'user:1', 'erasure', 'Mark1qwords')" >/dev/null
  run "$senior1" -c "erase $app/user:1 --why \"their wish\" --yes" >"$work/out" 2>&1
  proposal=$(grep -oE 'P[0-9]+' "$work/out" | head -n 1)
  run "$senior2" -c "approve $proposal --yes" >>"$work/out" 2>&1 || sed 's/^/# /' "$work/out"
done
# Waits for notices of a minute, and for transactions; the test moves their times instead.
for _ in {1..20}; do
  "$reeve" work --once --sink "$work/sink" --dsn "dbname=$base user=reeve_worker" >"$work/worked" 2>&1
  [ "$(sql -c 'SELECT count(*) FROM reeve.erasure WHERE done_at IS NULL')" != 0 ] || break
  sql -c "UPDATE reeve.outbox SET due_at = now() WHERE state = 'queued'" \
    -c 'UPDATE reeve.job_timer SET due_at = now() WHERE due_at > now()'
done
pg_dump "$base" >"$work/dump"
for app in sotravel randevoo; do
  ok "$app: whoever was erased downloads nothing" bash -c \
    "! psql -XqAtd $base -U ${login[$app]} -c \"SELECT * FROM reeve.data_download('$app', 'user:1')\" 2>/dev/null"
done
ok 'after the erasures no text of theirs is in a dump' hasnt 'Mark1q' "$work/dump"
ok 'others'"'"' texts still are' has 'Mark3q' "$work/dump"
ok 'the requests for erasure are closed' test "$(sql -c "SELECT string_agg(outcome, ' ') FROM reeve.case WHERE request = 'erasure'")" = 'upheld upheld'
checked
