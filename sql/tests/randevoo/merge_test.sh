#!/usr/bin/env bash
# Two accounts of a customer of Randevoo become one: played by the app's own login and by moderators
# in the console, two of them at once. Connects by libpq's environment as a superuser;
# REEVE_TEST_TEMPLATE is what the database is a copy of, REEVE the program.
set -uo pipefail
base=merge_$$ app=merge_app_$$ ann=merge_ann_$$ bob=merge_bob_$$
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
as_app() { psql -XqAt -v VERBOSITY=sqlstate -d "$base" -U "$app" -c "$1" 2>&1; }
# The console of a moderator, without times of day.
console() { # LOGIN LINE ...
  local login=$1
  shift
  "${REEVE:-.build/debug/reeve}" --dsn "host=$PGHOST dbname=$base user=$login" -c "$*" 2>&1
}
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" \
    -c "DROP ROLE IF EXISTS $app, $ann, $bob"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
has() { # SENTENCE FOUND PART
  case $2 in *"$3"*) is "$1" yes yes ;; *) is "$1" "$2" "*$3*" ;; esac
}
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $app LOGIN IN ROLE randevoo_app" \
  -c "CREATE ROLE $ann LOGIN IN ROLE reeve_moderator" \
  -c "CREATE ROLE $bob LOGIN IN ROLE reeve_moderator" || { echo 'Bail out! no database'; exit 1; }
sql -c "GRANT CONNECT ON DATABASE $base TO PUBLIC" \
  -c "INSERT INTO reeve.member(role_name, rank, added_by)
    VALUES ('$ann', 'moderator', 'test'), ('$bob', 'moderator', 'test')" \
  -c "SELECT reeve.command_record('member.bootstrap', session_user,
    detail => '{\"members\": [\"$ann\", \"$bob\"]}')" >/dev/null

# As the app's login: ada has two accounts, one by each provider; the second has a store, with a
# branch, and both have asked for the same hour, at other stores; cid is a customer of that store.
person() { as_app "SELECT randevoo.user_register('$1', 'Test', '$2', '$1 $2')"; }
old=$(person Ada google) new=$(person Ada facebook) owner=$(person Oda google) cid=$(person Cid google)
open() { # OWNER NAME
  as_app "SELECT s FROM randevoo.store_open($1, '$2', 'boutique', '', 'X', NULL, NULL, NULL, 'UTC',
    '1 hour', 9, 30, now()) s, generate_series(1, 7) d,
    LATERAL randevoo.store_hours_set($1, s, d, '00:00', '24:00')" | tail -1
}
one=$(open "$owner" One) two=$(open "$owner" Two) own=$(open "$new" Own)
branch=$(as_app "SELECT randevoo.branch_open($new, $own, 'Branch', 'X', NULL, NULL, NULL, 'UTC', now())")
book() { # CUSTOMER OWNER STORE [HOURS]: in two days, at ten
  local product
  product=$(as_app "SELECT randevoo.product_list($2, $3, 'Bag', '', '', 'bags', 10, 'EUR', NULL, NULL, 9,
    now())")
  as_app "SELECT randevoo.reservation_book($1, $3, date_trunc('day', now(), 'UTC') + interval '${4:-58} hours',
    ARRAY[$(sql -c "SELECT id FROM randevoo.product_variants WHERE product_id = $product")], '{1}', now())"
}
first=$(book "$old" "$owner" "$one") second=$(book "$new" "$owner" "$two") third=$(book "$cid" "$new" "$own")
later=$(book "$new" "$owner" "$two" 60)
digest() {
  sql -c "SELECT md5(string_agg(t, '|' ORDER BY t)) FROM (
    SELECT (to_jsonb(u) - '{updated_at,signed_in_at}'::text[])::text FROM randevoo.users u
    UNION ALL SELECT (to_jsonb(s) - 'updated_at')::text FROM randevoo.stores s
    UNION ALL SELECT (to_jsonb(r) - 'state_at')::text FROM randevoo.reservations r
    UNION ALL SELECT to_jsonb(i)::text FROM randevoo.identities i
    UNION ALL SELECT to_jsonb(n)::text FROM randevoo.notifications n) x(t)"
}
sign_in() { # WHO
  as_app "SELECT randevoo.sign_in($1, 'google', 'phone', NULL, NULL, NULL, now())"
}
is 'every booking is made' "$(sql -c "SELECT count(*) FROM randevoo.reservations
  WHERE id IN ($first, $second, $third, $later) AND state = 'pending'")" 4
before=$(digest)

# The app's login and its owner have no part in it.
for call in "reeve.action_perform('merge', 'randevoo', 'user', '$new', '{\"name\": \"$old\"}', NULL)" \
  "reeve.account_keys(1, '{1}')" "reeve.merge_cover(NULL, '1', 'x', NULL)"; do
  is "the app may not call ${call%%(*}" "$(as_app "SELECT $call")" 'ERROR:  42501'
done
is 'nor write a merge' "$(as_app "INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until)
  VALUES (1, 1, '$new', 'merge', '$old', 'infinity')")" 'ERROR:  42501'
is 'nor does a moderator by hand' "$(psql -XqAt -v VERBOSITY=sqlstate -d "$base" -U "$ann" -c "
  UPDATE reeve.mark SET name = '1'" 2>&1)" 'ERROR:  42501'

# The plan, in the console.
plan=$(console "$ann" "merge user:$new into user:$old --dry-run")
has 'the plan names both' "$plan" "merge user:$new Ada Test into user:$old Ada Test"
has 'and counts what moves' "$plan" 'changes        2  store.owner'
has 'and the reservation that the other account gets' "$plan" 'changes        1  reservation.customer'
has 'and the reservation of an hour that both have' "$plan" \
  'leaves         1  reservation.customer that clash: the row of the account that stays wins'
has 'and what stays, and why' "$plan" "phones.user_id stays with user:$new: A user has one number."
is 'which changed nothing' "$(digest)" "$before"
has 'an account of another app is none' "$(console "$ann" "merge user:$new into sotravel/user:1")" \
  'there is no collection `sotravel/user`'
has 'the account that stays has to be said' "$(console "$ann" "merge user:$new")" 'say which account stays'
has 'a customer of a store is another collection' "$(console "$ann" "merge store:$one into user:$old")" \
  'are not accounts of one collection'
has 'without a yes nothing happens' "$(console "$ann" "merge user:$new into user:$old")" '--yes'

# Three at once by two admins: the slower one waits, and is refused by the version.
plan=$(psql -XqAt -d "$base" -U "$bob" -c \
  "SELECT reeve.action_plan('merge', 'randevoo', 'user', '$old', '{\"name\": \"$owner\"}')")
coproc one { exec psql -XqAt -d "$base" -U "$ann" 2>&1; }
echo 'BEGIN;' >&"${one[1]}"
echo "SELECT outcome FROM reeve.action_perform('merge', 'randevoo', 'user', '$new', '{\"name\": \"$old\"}',
  NULL);" >&"${one[1]}"
read -r answer <&"${one[0]}"
is 'one merges' "$answer" 'done'
slower() { psql -XqAt -d "$base" -U "$bob" -v plan="$plan" <<SQL
SELECT code FROM reeve.action_perform('merge', 'randevoo', 'user', '$old', '{"name": "$owner"}', :'plan');
SQL
}
is 'another who would merge the one that stays finds it busy' "$(slower)" busy
echo 'COMMIT;' >&"${one[1]}"
echo 'SELECT 1;' >&"${one[1]}"
read -r answer <&"${one[0]}"
is 'and then changed' "$(slower)" version
exec {one[1]}>&-

# What it did, as the app sees it.
is 'the stores are of the account that stays' "$(sql -c "SELECT array_agg(DISTINCT owner_id) FROM
  randevoo.stores WHERE id IN ($own, $branch)")" "{$old}"
is 'the reservation that clashes stays' "$(sql -c "SELECT customer_id FROM randevoo.reservations
  WHERE id = $second")" "$new"
is 'the later one is of the account that stays' "$(sql -c "SELECT customer_id FROM randevoo.reservations
  WHERE id = $later")" "$old"
is 'which the app itself cannot do' "$(psql -XqAt -v VERBOSITY=sqlstate -d "$base" -c 'SET ROLE randevoo_owner' \
  -c "UPDATE randevoo.reservations SET customer_id = $cid WHERE id = $later" 2>&1)" 'ERROR:  RN010'
is 'who signs in to the one that goes is refused' "$(sign_in "$new")" 'ERROR:  RN002'
is 'and by its provider' "$(person Ada facebook)" 'ERROR:  RN002'
is 'to the one that stays not' "$(sign_in "$old")" ''
has 'show says so of the one that goes' "$(console "$ann" "show user:$new")" "merged into user:$old"
has 'and of the one that stays' "$(console "$ann" "show user:$old")" "user:$new was merged into this one"
has 'left lists the reservation' "$(console "$ann" 'left')" "reservation:$second"
action=$(sql -c "SELECT max(action_id) FROM reeve.mark WHERE kind = 'merge'")

has 'the merge is undone' "$(console "$bob" "unmerge user:$new --yes")" "undid A$action"
is 'and all rows are as before' "$(digest)" "$before"

# A ban of the one that stays covers both.
has 'they are merged again' "$(console "$ann" "merge user:$new into user:$old --why twice --yes")" 'done'
is 'the account that stays may act on the stores' "$(as_app "SELECT randevoo.reservation_approve($old, $third, now())")" ''
has 'the plan of a ban names the other' \
  "$(console "$bob" "ban user:$old --policy spam --for 7d --dry-run")" "covers user:$new, merged into it"
has 'a ban' "$(console "$bob" "ban user:$old --policy spam --for 7d --yes")" 'done'
is 'who signs in to the one that stays is refused' "$(sign_in "$old")" 'ERROR:  RN002'
is 'to the other, too' "$(sign_in "$new")" 'ERROR:  RN002'
is 'the stores are closed' "$(sql -c "SELECT count(*) FROM randevoo.stores WHERE id IN ($own, $branch)
  AND hidden_until > now()")" 2
has 'an undo of the merge is no way round it' "$(console "$ann" "unmerge user:$new --yes")" \
  "bars user:$old, and with it user:$new"
has 'the ban is lifted' "$(
  console "$bob" "unban user:$old --yes" >/dev/null
  console "$bob" "show user:$old" | grep -c 'no restriction')" 1
coproc two { exec psql -XqAt -d "$base" -U "$bob" 2>&1; }
echo 'BEGIN;' >&"${two[1]}"
echo "SELECT outcome FROM reeve.action_perform('ban', 'randevoo', 'user', '$old',
  '{\"policy\": \"spam\", \"for\": \"7d\"}', NULL);" >&"${two[1]}"
read -r answer <&"${two[0]}"
is 'a ban is made again' "$answer" 'done'
action=$(sql -c "SELECT max(action_id) FROM reeve.mark WHERE kind = 'merge'")
undo() {
  psql -XqAt -d "$base" -U "$ann" -c "SELECT code FROM reeve.undo_perform('$action', NULL, NULL)"
}
is 'an undo of the merge meanwhile finds it busy' "$(undo)" busy
echo 'COMMIT;' >&"${two[1]}"
echo 'SELECT 1;' >&"${two[1]}"
read -r answer <&"${two[0]}"
is 'and then forbidden' "$(undo)" state
exec {two[1]}>&-
has 'the ban is taken back' "$(console "$bob" "unban user:$old --yes")" 'done'
has 'and then the merge' "$(console "$ann" "unmerge user:$new --yes")" 'undid'
is 'and who signs in to either is let in' "$(sign_in "$old")$(sign_in "$new")" ''
has 'the record knows of it' "$(console "$ann" "history user:$new")" "merge"
checked
