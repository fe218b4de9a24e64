#!/usr/bin/env bash
# A rehearsal tries the statements that pg_stat_statements has seen, as the roles that ran them: it names those
# that the cutover would break, runs none as a role with rights beyond the app, and what it runs leaves nothing.
# Starts a cluster of its own, with that extension; its programs are in PG_BIN.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
. scripts/cluster.sh
work=$(mktemp -d)
cluster=
finish() {
  cluster_stop
  rm -rf "$work"
}
trap finish EXIT
cluster_start 'jit = off' 'autovacuum = off' 'shared_preload_libraries = pg_stat_statements'
unset PGDATABASE DATABASE_URL
export PGOPTIONS='-c client_min_messages=warning'
run() { psql -XqAt -v ON_ERROR_STOP=1 -d mg "$@"; }
fail() { echo "$*"; cat "$work/told"; exit 1; }
psql -Xq -d postgres -c 'CREATE DATABASE mg'
dsn="host=$PGHOST user=postgres dbname=mg"
migrate() { "$reeve" migrate "$1" "$work/item.yaml" "${@:2}" --dsn "$dsn" >"$work/told" 2>&1; }
"$reeve" upgrade --dsn "$dsn" >"$work/told" 2>&1 || fail 'upgrade'
run <<'SQL'
CREATE EXTENSION pg_stat_statements;
CREATE ROLE owner LOGIN; CREATE ROLE clerk LOGIN; CREATE ROLE other LOGIN;
CREATE TABLE public.secret(); GRANT SELECT ON public.secret TO other;
CREATE SCHEMA mg AUTHORIZATION owner; CREATE SCHEMA mg2 AUTHORIZATION owner;
SET ROLE owner;
CREATE TABLE mg.item(id int PRIMARY KEY, name text NOT NULL, price numeric(10, 2));
CREATE TABLE mg2.thing(id int PRIMARY KEY, title text NOT NULL, cents bigint);
INSERT INTO mg.item SELECT n, 'item ' || n, n FROM generate_series(1, 9) n;
CREATE SEQUENCE mg.tried;
CREATE FUNCTION mg.spy() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS $$ SELECT nextval('mg.tried') $$;
GRANT USAGE ON SCHEMA mg TO clerk, other;
GRANT ALL ON mg.item TO clerk, other;
RESET ROLE;
SELECT FROM reeve.catalog_apply('{"app": "mg", "schema": "mg", "owner": "owner", "title": "MG", "collections": {}}');
SQL
cat >"$work/item.yaml" <<'YAML'
app: mg
copy: item
source: {schema: mg, table: item}
target: {schema: mg2, table: thing}
key: [id]
columns:
  id: {from: id}
  title: {from: name}
  cents: {from: price, up: ($v * 100)::bigint, down: $v / 100.0}
YAML
migrate start || fail 'start'
run -U clerk -o /dev/null <<'SQL'
SELECT name FROM mg.item WHERE id = 3;
UPDATE mg.item SET price = price + 1 WHERE name = 'item 3' RETURNING price;
INSERT INTO mg.item VALUES (3, 'x', 1) ON CONFLICT (id) DO UPDATE SET name = 'x';
DELETE FROM mg.item WHERE name = 'none' AND price < 3;
SQL
run -U other -o /dev/null -c "SELECT mg.spy() FROM mg.item WHERE id = 3"
[ "$(run -c 'SELECT last_value FROM mg.tried')" = 1 ]
migrate cutover --rehearse || fail 'what the app does is refused'
grep -q 'would fail as clerk: INSERT INTO mg.item VALUES (\$1, \$2, \$3) ON CONFLICT' "$work/told" ||
  fail 'a statement that the plan tells of is not named'
grep -q 'not tried as other' "$work/told" || fail 'who was not tried is not said'
[ "$(run -c 'SELECT last_value FROM mg.tried')" = 1 ] || fail 'a statement of a role with other rights was run'

run -c 'SET ROLE owner' -c "CREATE FUNCTION mg.stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'" \
  -c "CREATE TRIGGER stay BEFORE DELETE ON mg.item FOR EACH ROW WHEN (OLD.name = 'item 7') EXECUTE FUNCTION mg.stay()"
! migrate cutover --rehearse || fail 'a trigger that keeps one row of nine is not found'
grep -q 'clerk.*: DELETE of several rows on mg.item: returned "number of rows" 7 → 8' "$work/told" ||
  fail 'what it does is not said'
run -c 'SET ROLE owner' -c 'DROP FUNCTION mg.stay() CASCADE'

PGOPTIONS='-c search_path=mg' run -U clerk -o /dev/null -c 'SELECT ctid FROM item WHERE id = 3' -c "DO 'BEGIN PERFORM name FROM mg.item; END'"
! migrate cutover --rehearse || fail 'a statement that fails by the old name is not found'
grep -q 'clerk: SELECT ctid FROM item WHERE id = \$1 on mg.item: column "ctid" does not exist (42703)' "$work/told" ||
  fail 'a statement that fails by the old name is not named'
[ "$(run -c 'SELECT phase FROM reeve.live_copy')" = following ] || fail 'the rehearsal cut over'
