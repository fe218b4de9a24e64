#!/usr/bin/env bash
# What Reeve's functions read on an app's writes: no view, table, type or column of the owner's takes
# the place of a name in them, so the owner's code does not run with Reeve's rights.
. "$(dirname "$0")/lib.sh"

takeover="BEGIN
    EXECUTE 'INSERT INTO reeve.member(role_name, rank, added_by) VALUES (''$owner'', ''senior'', ''x'')';
    EXECUTE 'GRANT SELECT, DELETE ON ALL TABLES IN SCHEMA reeve TO $owner';
    EXECUTE 'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA reeve TO $owner';
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;"
sed 's/search: {a: \[title\]}/search: {a: [title], d: [stall.title]}/' "$here/catalog.yaml" >"$work/catalog.yaml"
sql -d "$base" -c 'CREATE INDEX ON mill.ware(stall_id)'
"$reeve" catalog apply "$work/catalog.yaml" --dsn "dbname=$base user=$PGUSER" >/dev/null || exit 1

# A table of the owner's, what the change function of a collection is called, and how the owner's
# session ends: whatever it did is committed.
stage() { # COLLECTION|join SENTENCE
  attack "$2"
  case $1 in
    join) routine="reeve.join_capture_$(sql -d "$db" -c "SELECT j.join_id FROM reeve.search_join j
      JOIN reeve.collection c USING (collection_id) WHERE c.app = 'mill'")" ;;
    *) routine="reeve.capture_$(sql -d "$db" -c "SELECT collection_id FROM reeve.collection WHERE app = 'mill' AND name = '$1'")" ;;
  esac
  payload "$takeover"
  hostile <<<'CREATE TABLE mill.bait(id bigint);'
  culprit='reeve_written|42703|does not exist' witness='SELECT evil.fire()'
  allowed="$allowed|^[<>] command system:"
  watch
}
session() { # SQL from standard input, each statement by itself
  { echo 'SET ROLE mill_owner; \set VERBOSITY verbose'; cat; } |
    psql -XqAt -d "$db" -U "$owner" >>"$work/out" 2>&1
}
no_rank="(SELECT count(*) = 0 FROM reeve.member WHERE role_name = '$owner')"
no_forgery="(SELECT count(*) = 0 FROM reeve.change c WHERE 'forged' = ANY (coalesce(c.keys, ARRAY[c.key])))"
view="CREATE TEMP VIEW reeve_written AS SELECT 'forged'::text AS id, evil.fire() AS fired WHERE evil.fire();
  GRANT SELECT ON pg_temp.reeve_written TO PUBLIC;"
table="CREATE TEMP TABLE reeve_written(id text); INSERT INTO reeve_written VALUES ('forged');
  GRANT SELECT ON pg_temp.reeve_written TO PUBLIC;"

for kind in ware join; do
  for level in INSERT DELETE; do
    stage $kind "a temporary view in place of the written rows has no right of Reeve ($kind, $level)"
    session <<<"$view
      CREATE TRIGGER t AFTER $level ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
      INSERT INTO mill.bait VALUES (1); DELETE FROM mill.bait;"
    held "$no_rank" "$no_forgery"
  done
  stage $kind "a temporary table in place of the written rows forges no change ($kind)"
  session <<<"$table
    CREATE TRIGGER t AFTER INSERT ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
    INSERT INTO mill.bait VALUES (1);
    SELECT evil.fire();"
  held "$no_rank" "$no_forgery"
  stage $kind "rows of the statement by another name leave the name to nobody ($kind)"
  session <<<"$view
    CREATE TRIGGER t AFTER INSERT ON mill.bait REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION $routine();
    INSERT INTO mill.bait VALUES (1);"
  held "$no_rank" "$no_forgery"
done

stage ware 'views of that name in schemas of the owner'"'"'s, first in the search path, are not read'
session <<<"CREATE VIEW mill.reeve_written AS SELECT 'forged' AS id WHERE evil.fire();
  CREATE VIEW evil.reeve_written AS SELECT 'forged' AS id WHERE evil.fire();
  $view
  SET search_path = evil, mill, pg_temp, pg_catalog;
  CREATE TRIGGER t AFTER INSERT ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
  INSERT INTO mill.bait VALUES (1);"
held "$no_rank" "$no_forgery"

# The trigger is Reeve's own whenever somebody looks, and has no written rows when it runs.
stage ware "a trigger that is Reeve's again before it fires has no right of Reeve"
real=$(sql -d "$db" -c "SELECT replace(replace(pg_get_triggerdef(t.oid), 'mill.ware', 'mill.bait'), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')
  FROM pg_trigger t WHERE t.tgrelid = 'mill.ware'::regclass AND t.tgname = 'reeve_change'")
session <<SQL
$view
CREATE FUNCTION evil.restore() RETURNS trigger LANGUAGE plpgsql AS \$f\$ BEGIN
  EXECUTE \$s\$$real\$s\$; RETURN NEW; END \$f\$;
$real;
CREATE TRIGGER a BEFORE INSERT ON mill.bait FOR EACH ROW EXECUTE FUNCTION evil.restore();
CREATE OR REPLACE TRIGGER reeve_change AFTER INSERT ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
INSERT INTO mill.bait VALUES (1);
SQL
held "$no_rank" "$no_forgery"
stage ware "Reeve's own trigger, replaced by the owner and back within a statement, has no right of Reeve"
real=$(sql -d "$db" -c "SELECT replace(pg_get_triggerdef(t.oid), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')
  FROM pg_trigger t WHERE t.tgrelid = 'mill.ware'::regclass AND t.tgname = 'reeve_change'")
session <<SQL
INSERT INTO mill.ware(id, stall_id, title) VALUES (900, 1, 'a plan is kept');
$view
CREATE FUNCTION evil.restore() RETURNS trigger LANGUAGE plpgsql AS \$f\$ BEGIN
  EXECUTE \$s\$$real\$s\$; RETURN NEW; END \$f\$;
CREATE TRIGGER a BEFORE INSERT ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.restore();
CREATE OR REPLACE TRIGGER reeve_change AFTER INSERT ON mill.ware FOR EACH STATEMENT EXECUTE FUNCTION $routine();
INSERT INTO mill.ware(id, stall_id, title) VALUES (901, 1, 'x');
SQL
held "$no_rank" "$no_forgery"
stage ware 'a plan that was kept where there were written rows reads nothing else where there are none'
session <<SQL
CREATE TRIGGER t AFTER INSERT ON mill.bait REFERENCING NEW TABLE AS reeve_written
  FOR EACH STATEMENT EXECUTE FUNCTION $routine();
INSERT INTO mill.bait VALUES (1);
INSERT INTO mill.bait VALUES (2);
$view
CREATE OR REPLACE TRIGGER t AFTER INSERT ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
INSERT INTO mill.bait VALUES (3);
DROP VIEW pg_temp.reeve_written;
$table
INSERT INTO mill.bait VALUES (4);
SQL
held "$no_rank" "$no_forgery"

# Whatever the columns are called and made of: types, casts, operators and functions of the owner's.
stage ware 'columns of types, casts, operators and functions of the owner'"'"'s have no right of Reeve'
session <<'SQL'
CREATE TYPE evil.code AS (n bigint);
CREATE FUNCTION evil.code_any(evil.code) RETURNS text LANGUAGE plpgsql AS 'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE FUNCTION evil.code_bool(evil.code) RETURNS bool LANGUAGE plpgsql AS 'BEGIN PERFORM evil.fire(); RETURN true; END';
CREATE FUNCTION evil.code_json(evil.code) RETURNS jsonb LANGUAGE plpgsql AS 'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE FUNCTION evil.code_same(evil.code, evil.code) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN evil.fire(); END';
CREATE CAST (evil.code AS text) WITH FUNCTION evil.code_any(evil.code) AS IMPLICIT;
CREATE CAST (evil.code AS bool) WITH FUNCTION evil.code_bool(evil.code) AS IMPLICIT;
CREATE CAST (evil.code AS jsonb) WITH FUNCTION evil.code_json(evil.code) AS IMPLICIT;
CREATE OPERATOR mill.= (LEFTARG = evil.code, RIGHTARG = evil.code, FUNCTION = evil.code_same);
CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (evil.fire_immutable(VALUE));
CREATE DOMAIN pg_temp.jsonb AS pg_catalog.jsonb CHECK (evil.fire_immutable(VALUE));
CREATE DOMAIN pg_temp.change AS pg_catalog.jsonb CHECK (evil.fire_immutable(VALUE));
CREATE FUNCTION pg_temp.format(text, evil.code) RETURNS text LANGUAGE plpgsql AS 'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE FUNCTION pg_temp.octet_length(text) RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE OPERATOR pg_temp.= (LEFTARG = evil.code, RIGHTARG = evil.code, FUNCTION = evil.code_same);
CREATE TABLE mill.lure(id evil.code, stall_id evil.code);
SQL
session <<<"SET search_path = pg_temp, evil, mill, pg_catalog;
  CREATE TRIGGER s AFTER INSERT ON mill.lure REFERENCING NEW TABLE AS reeve_written
    FOR EACH STATEMENT EXECUTE FUNCTION $routine();
  CREATE TRIGGER r AFTER INSERT OR UPDATE OR DELETE ON mill.lure FOR EACH ROW EXECUTE FUNCTION $routine();
  INSERT INTO mill.lure VALUES (ROW(1), ROW(2)); UPDATE mill.lure SET id = ROW(3); DELETE FROM mill.lure;
  SELECT ROW(1)::evil.code::text;"
held "$no_rank" "NOT EXISTS (SELECT FROM evil.as_other WHERE is_called)"

# Where Reeve never attaches it.
stage ware "views, temporary and foreign tables and constraint triggers give the function no right of Reeve's"
session <<<"$view
  CREATE VIEW mill.pane AS SELECT * FROM mill.bait;
  CREATE TRIGGER t INSTEAD OF INSERT ON mill.pane FOR EACH ROW EXECUTE FUNCTION $routine();
  CREATE TRIGGER u AFTER INSERT ON mill.pane FOR EACH STATEMENT EXECUTE FUNCTION $routine();
  INSERT INTO mill.pane VALUES (1);
  CREATE TEMP TABLE bait(id bigint);
  CREATE TRIGGER t AFTER INSERT ON pg_temp.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
  INSERT INTO pg_temp.bait VALUES (1);
  CREATE CONSTRAINT TRIGGER t AFTER INSERT ON mill.bait DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION $routine();
  INSERT INTO mill.bait VALUES (2);
  CREATE TRIGGER v BEFORE INSERT ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
  INSERT INTO mill.bait VALUES (3);
  SELECT evil.fire();"
held "$no_rank" "$no_forgery"

# What another app's collection says is not the owner's to say.
attack "the owner attaches no function of another app's collection"
culprit=42501
watch
hostile <<<'CREATE TABLE mill.bait(id bigint);'
for routine in $(sql -d "$db" -c "SELECT p.oid::regprocedure FROM pg_proc p JOIN reeve.collection c
  ON p.proname = 'capture_' || c.collection_id WHERE c.app = 'randevoo'"); do
  session <<<"CREATE TRIGGER t AFTER INSERT ON mill.bait REFERENCING NEW TABLE AS reeve_written
    FOR EACH STATEMENT EXECUTE FUNCTION $routine; INSERT INTO mill.bait VALUES (4711);"
done
hostile <<<"SELECT evil.fire();"
held "(SELECT count(*) = 0 FROM reeve.change c JOIN reeve.collection l USING (collection_id) WHERE l.app = 'randevoo' AND '4711' = ANY (c.keys))"

# The control, and what is left of it: without the relation that keeps the name in schema reeve, the first
# attack succeeds.
stage ware 'without reeve.reeve_written the owner becomes reeve_owner: the defence is that relation'
sql -d "$db" -c 'ALTER TABLE reeve.reeve_written RENAME TO unused'
hostile <<<'GRANT CREATE ON SCHEMA evil TO PUBLIC'
payload "$takeover
  CREATE FUNCTION evil.back_door() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN END';
  CREATE FUNCTION reeve.capture_987() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN END';"
session <<<"$view
  CREATE TRIGGER t AFTER INSERT ON mill.bait FOR EACH STATEMENT EXECUTE FUNCTION $routine();
  INSERT INTO mill.bait VALUES (1);"
sql -d "$db" -c 'ALTER TABLE reeve.unused RENAME TO reeve_written'
problems=()
[ "$(sql -d "$db" -c "SELECT rank FROM reeve.member WHERE role_name = '$owner'")" = senior ] ||
  problem 'the attack fails without it too'
"$reeve" doctor --full --dsn "dbname=$db user=$PGUSER" >"$work/doctor" 2>&1
"$reeve" upgrade --dsn "dbname=$db user=$PGUSER" >"$work/upgrade" 2>&1 &&
  problem 'upgrade ends well'
for said in doctor upgrade; do
  for left in "trigger t of mill.bait calls $routine\(\), and Reeve did not create it" \
    "$owner is senior in reeve.member.*no recorded command added it" \
    "$owner has a grant on reeve.member that no release granted" \
    "$owner may call reeve.member_require" 'function evil.back_door\(\) belongs to reeve_owner' \
    'function reeve.capture_987\(\) is of no release'; do
    grep -Eq "$left" "$work/$said" || problem "$said does not say: $left"
  done
done
[ "$(sql -d "$db" -c "SELECT has_table_privilege('$owner', 'reeve.member', 'SELECT')
  OR has_function_privilege('$owner', 'reeve.member_require(text)', 'EXECUTE')")" = f ] ||
  problem 'upgrade leaves grants'
cat "$work/upgrade" >>"$work/out"
judge
finished
