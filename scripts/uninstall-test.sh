#!/usr/bin/env bash
# reeve uninstall on a cluster of its own: what is left of the sample app and of one with odd names is what
# there was without Reeve. PROGRAM is the console.
set -euo pipefail
reeve=$1
cd "$(dirname "$0")/.."
root=$PWD
. scripts/cluster.sh
cluster_start
work=$(mktemp -d)
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
unset DATABASE_URL
export PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'

check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@"; then echo "ok - $name"; else echo "not ok - $name"; cat "$work/out"; exit 1; fi
}
status_is() { # STATUS COMMAND…
  local expected=$1 status=0
  shift
  "$@" >"$work/out" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || { cat "$work/out"; return 1; }
}
psql=(psql -XqAt -v ON_ERROR_STOP=1)
# Sequences run on where `catalog apply` tries a verb on a row and takes that back.
dump() { # DATABASE SCHEMA schema|data
  "$PG_BIN/pg_dump" "--$3-only" --restrict-key=reeve -n "\"$2\"" "$1" | scripts/schema-plain.sh |
    grep -v "^SELECT pg_catalog.setval('"
}
same() { diff -u "$1" "$2"; }
ask() { "${psql[@]}" -d "$1" -c "$2"; }

# The sample app with Reeve in `shop`, without in `bare`.
"$reeve" upgrade --dsn "dbname=postgres" 2>/dev/null # roles, and a database that needs them
ask postgres 'CREATE DATABASE shop' && ask postgres 'CREATE DATABASE bare'
"$reeve" upgrade --dsn dbname=shop --first-admin anna 2>/dev/null
"$reeve" sample load randevoo --dsn dbname=shop 2>/dev/null
{
  echo 'CREATE EXTENSION btree_gist; CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm;'
  echo 'CREATE SCHEMA randevoo AUTHORIZATION randevoo_owner;'
  echo 'GRANT CREATE ON DATABASE bare TO randevoo_owner; SET ROLE randevoo_owner;'
  echo 'SET check_function_bodies = off;'
  # Not what imports by Reeve may call.
  sed '/^GRANT .* TO reeve_access;$/d' sql/apps/randevoo/schema.sql sql/apps/randevoo/functions/*.sql
} >"$work/bare.sql"
"${psql[@]}" -d bare -f "$work/bare.sql" >/dev/null
dump bare randevoo schema >"$work/bare.schema"
mkdir "$work/notices"
"$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker' 2>/dev/null
"$reeve" --yes --dsn 'dbname=shop user=anna' ban user:7 --policy fraud --for 7d --why test >/dev/null
"$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker' 2>/dev/null
dump shop randevoo data >"$work/data"

check 'one of a schema or a file is needed' status_is 2 "$reeve" uninstall --dsn dbname=shop
check 'an unknown schema is not found' status_is 5 "$reeve" uninstall --schema nope --dsn dbname=shop
check 'without a confirmation nothing is changed' \
  status_is 4 "$reeve" uninstall --schema randevoo --dsn dbname=shop </dev/null
check 'what would go is told' grep -q 'app randevoo: .* triggers' "$work/out"
check 'the app is detached' status_is 0 "$reeve" uninstall --schema randevoo --yes --dsn dbname=shop
dump shop randevoo schema >"$work/schema"
check 'its schema is as if Reeve had never been there' same "$work/bare.schema" "$work/schema"
dump shop randevoo data >"$work/after"
check 'its rows are as they were' cmp "$work/data" "$work/after"
check 'the doctor finds nothing red' finds_nothing_red "$reeve" --dsn dbname=shop
check 'what was recorded is still there' grep -q ban <<<"$("$reeve" --dsn 'dbname=shop user=anna' audit --output tsv)"
check 'it is attached again' status_is 0 "$reeve" catalog apply --app randevoo --dsn dbname=shop

ask shop "SELECT reeve.worker_register('default', 'afar', 1, '1')" >/dev/null
check 'not while a worker runs' status_is 4 "$reeve" uninstall --audit "$work/audit" --yes --dsn dbname=shop
ask shop "UPDATE reeve.worker SET beat_at = clock_timestamp() - interval '1 minute'"
ask shop 'CREATE VIEW public.built_on AS SELECT reeve.text_fold(role_name) FROM reeve.member'
check 'not where something was built on it' status_is 4 "$reeve" uninstall --audit "$work/audit" --yes --dsn dbname=shop
check 'that is named' grep -q 'built_on' "$work/out"
ask shop 'DROP VIEW public.built_on'
check 'nothing was changed by that' status_is 0 "$reeve" upgrade --dry-run --dsn dbname=shop
check 'no file was left by that' test ! -e "$work/audit"
touch "$work/there"
check 'not over a file' status_is 4 "$reeve" uninstall --audit "$work/there" --yes --dsn dbname=shop
ask shop 'CREATE FUNCTION reeve.later() RETURNS int LANGUAGE sql RETURN 1; ALTER FUNCTION reeve.later() OWNER TO reeve_owner'
check 'not where the schema is not what it knows' status_is 4 "$reeve" uninstall --audit "$work/audit" --yes --dsn dbname=shop
ask shop 'DROP FUNCTION reeve.later()'
check 'Reeve is uninstalled' status_is 0 "$reeve" uninstall --audit "$work/audit" --yes --dsn dbname=shop
check 'the roles stay for the other database' grep -q "kept Reeve's roles, which are needed: .*database postgres" "$work/out"
check 'the audit can be verified' "$reeve" audit verify "$work/audit"
dump shop randevoo schema >"$work/schema"
check 'the schema is as if Reeve had never been there' same "$work/bare.schema" "$work/schema"
dump shop randevoo data >"$work/after"
check 'the rows are as they were' cmp "$work/data" "$work/after"
check 'no schema of Reeve is left' test -z "$(ask shop "SELECT nspname FROM pg_namespace WHERE nspname ~ '^reeve'")"
check 'no role of Reeve has a right there' test -z "$(ask shop "
  SELECT d.classid::regclass FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
  WHERE d.refclassid = 'pg_authid'::regclass AND r.rolname ~ '^reeve_'
    AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())")"
check 'it can be installed anew' "$reeve" upgrade --dsn dbname=shop --first-admin anna
check 'and goes again' status_is 0 "$reeve" uninstall --audit "$work/audit2" --yes --dsn dbname=shop

# An app with awkward names, whose bans bite by a policy and by a trigger.
ask postgres 'CREATE DATABASE odd'
sed -n '/^CREATE ROLE shop_owner/,/^RESET ROLE/p' sql/tests/fixtures/shop.sql | grep -v '^GRANT reeve_' >"$work/odd.sql"
"${psql[@]}" -1 -d odd -f "$work/odd.sql"
dump odd 'Odd Shop' schema >"$work/odd.schema"
dump odd 'Odd Shop' data >"$work/odd.data"
"$reeve" upgrade --dsn dbname=odd --first-admin shop_ann 2>/dev/null
{
  sed -n '/^CREATE FUNCTION pg_temp.manifest/,/^}.::jsonb/p' sql/tests/fixtures/shop.sql
  cat <<'SQL'
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(jsonb_set(jsonb_set(jsonb_set(pg_temp.manifest(),
  '{collections,person,enforcement}', '"policy"'), '{collections,person,guards}',
  '[{"table": "deal", "actor": ["buyer_id"]}]'), '{collections,item,enforcement}', '"guard"'),
  '{collections,item,guards}', '[{"table": "item", "actor": ["stall_code", "nr"]}]'));
SQL
} >"$work/odd.sql"
"${psql[@]}" -d odd -f "$work/odd.sql" >/dev/null
dump odd 'Odd Shop' schema >"$work/schema"
check 'Reeve stands in the tables of the odd app' grep -q 'reeve_bar_' "$work/schema"
"$reeve" --yes --dsn 'dbname=odd user=shop_ann' ban person:2 --policy fraud --for 7d --why test >/dev/null
dump odd 'Odd Shop' data >"$work/banned.data"
check 'the end of the ban is told' status_is 4 "$reeve" uninstall --schema 'Odd Shop' --dsn dbname=odd </dev/null
check 'with what enforced it' grep -q 'bans of person now in force, 1, end with it: policy' "$work/out"
# The last two databases go, as a login that is no superuser.
ask odd 'CREATE ROLE installer LOGIN; GRANT reeve_owner, reeve_access, shop_owner TO installer'
check 'it is uninstalled by a login that may make no roles' \
  status_is 0 "$reeve" uninstall --audit "$work/audit3" --yes --dsn 'dbname=odd user=installer'
dump odd 'Odd Shop' schema >"$work/schema"
check 'the odd schema is as it was before' same "$work/odd.schema" "$work/schema"
dump odd 'Odd Shop' data >"$work/after"
check 'the odd rows are as they were' cmp "$work/banned.data" "$work/after"
check 'the roles stay for the last database' grep -q "kept Reeve's roles" "$work/out"
check 'what it may not do is printed' grep '^REVOKE ALL ON DATABASE odd FROM reeve_owner;' "$work/out"
ask odd "$(grep '^REVOKE' "$work/out")"
check 'the last one is uninstalled' status_is 0 "$reeve" uninstall --audit "$work/audit4" --yes --dsn dbname=postgres
check 'no role of Reeve is left' test -z "$(ask postgres "SELECT rolname FROM pg_roles WHERE rolname ~ '^reeve_'")"
