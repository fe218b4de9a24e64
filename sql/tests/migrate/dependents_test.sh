#!/usr/bin/env bash
# What refers to a table follows its name at a cutover and at its rollback with options, rights, comments,
# rules, triggers and indexes; what cannot is refused by `plan`; and nobody gets rights by it.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
export PGOPTIONS='-c client_min_messages=warning'
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} base=reeve_dependents work=$(mktemp -d)
owner=${base}_owner app=${base}_app rep=${base}_rep inst=${base}_inst
n=0
finish() {
  local name
  for name in "${base}_"{0..40} "$base"; do run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"; done
  for name in reeve_writer_dep reeve_reader_dep "$owner" "$app" "$rep" "$inst"; do run -d "$admin" -c "DROP ROLE IF EXISTS $name"; done
  rm -rf "$work"
}
trap finish EXIT
finish
mkdir -p "$work"
run -d "$admin" -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" &&
  run -d "$base" <<SQL || { echo 'Bail out! the app cannot be made'; exit 1; }
CREATE ROLE $owner; CREATE ROLE $app LOGIN; CREATE ROLE $rep LOGIN; CREATE ROLE $inst LOGIN CREATEROLE;
GRANT reeve_owner, reeve_access, $owner, $rep TO $inst;
CREATE SCHEMA dep AUTHORIZATION $owner;
SET ROLE $owner;
GRANT USAGE ON SCHEMA dep TO $app;
GRANT USAGE, CREATE ON SCHEMA dep TO $rep;
CREATE TABLE dep."Th ""ing"(id int PRIMARY KEY, name text NOT NULL, secret text DEFAULT 's');
CREATE TABLE dep.thing2(id bigint PRIMARY KEY, title text NOT NULL, secret text DEFAULT 's');
GRANT SELECT, INSERT, UPDATE, DELETE ON dep."Th ""ing" TO $app;
GRANT SELECT ON dep."Th ""ing" TO $rep;
INSERT INTO dep."Th ""ing" SELECT n, 'thing ' || n FROM generate_series(1, 50) n;
ANALYZE dep."Th ""ing";
RESET ROLE;
SELECT FROM reeve.catalog_apply('{"app": "dep", "schema": "dep", "owner": "$owner", "title": "Dep",
  "collections": {"thing": {"table": "Th \"ing", "key": ["id"], "label": "t.name", "show": ["name"]}}}');
GRANT reeve_writer_dep, reeve_reader_dep TO $inst;
SQL
cat >"$work/plain.yaml" <<'YAML'
app: dep
copy: thing
source: {schema: dep, table: 'Th "ing'}
target: {schema: dep, table: thing2}
key: [id]
columns:
  id: {from: id}
  title: {from: name}
  secret: {from: secret}
YAML
sed 's/^  secret:.*/  secret: {from: secret, up: upper($v), down: lower($v)}/' "$work/plain.yaml" >"$work/lower.yaml"

. sql/tests/checks.sh
transcript=$work/told
fresh() { # SQL as the tables' owner, from standard input
  n=$((n + 1)) db=${base}_$n
  run -d "$admin" -c "CREATE DATABASE $db TEMPLATE $base STRATEGY file_copy" \
    -c "GRANT CREATE ON DATABASE $db TO reeve_owner, $owner"
  { echo "SET ROLE $owner;"; cat; } | run -d "$db" -o /dev/null ||
    { tests=$((tests + 1)) broken=$((broken + 1)); echo "not ok $tests - the objects can be made"; }
}
as() { # LOGIN SQL: its answer, or the SQLSTATE of its error
  local said
  said=$(psql -XqAt -v VERBOSITY=sqlstate -d "$db" -U "$1" -c "$2" 2>&1)
  printf '%s' "${said/ERROR:  /}"
}
migrate() { # [-u LOGIN] STEP [OPTION…]: the exit status
  local login=$inst status=0
  [ "$1" != -u ] || { login=$2; shift 2; }
  timeout 120 "$reeve" migrate "$1" "$work/${mapping:-plain}.yaml" "${@:2}" --dsn "dbname=$db user=$login" \
    >"$work/told" 2>&1 </dev/null || status=$?
  echo "$status"
}
ready() {
  local step
  for step in start verify cutover; do [ "$(migrate "$step")" = 0 ] || { echo "# $step failed"; cat "$work/told"; }; done
}
told() { grep -c -- "$1" "$work/told" || true; }
# Everything that the app's views have, in words; the types of the changed columns by name.
look() {
  run -d "$db" -F ' ' <<'SQL'
SELECT c.oid::regclass, c.relkind, c.relowner::regrole, c.relispopulated, c.reloptions, (
    SELECT string_agg(concat_ws(' ', x.grantee::regrole, x.privilege_type, x.is_grantable), ',' ORDER BY x.grantee::regrole::text, x.privilege_type)
    FROM aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) x), obj_description(c.oid, 'pg_class'), (
    SELECT string_agg(concat_ws(':', a.attname, format_type(a.atttypid, a.atttypmod), a.attacl, col_description(c.oid, a.attnum),
      pg_get_expr(d.adbin, d.adrelid), nullif(a.attstattarget, -1)), ', ' ORDER BY a.attnum)
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0), regexp_replace(pg_get_viewdef(c.oid), '\s+', ' ', 'g')
FROM pg_class c
WHERE c.relnamespace IN (SELECT n.oid FROM pg_namespace n WHERE n.nspname IN ('dep', 'Od "d'))
  AND c.relkind IN ('v', 'm') AND c.relname !~ '^(Th "ing$|reeve_rows_)' ORDER BY c.relnamespace, c.relname;
SELECT pg_get_indexdef(i.indexrelid), i.indisclustered, obj_description(i.indexrelid, 'pg_class')
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
WHERE c.relkind = 'm' AND c.relnamespace = 'dep'::regnamespace ORDER BY 1;
SELECT pg_get_statisticsobjdef(e.oid) FROM pg_statistic_ext e WHERE e.stxnamespace = 'dep'::regnamespace ORDER BY 1;
SELECT pg_get_triggerdef(g.oid) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
WHERE c.relnamespace = 'dep'::regnamespace AND c.relkind = 'v' AND g.tgname !~ '^reeve_' ORDER BY 1;
SELECT regexp_replace(pg_get_ruledef(w.oid), '\s+', ' ', 'g') FROM pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class
WHERE c.relnamespace = 'dep'::regnamespace AND c.relkind = 'v' AND w.rulename <> '_RETURN' ORDER BY 1;
SELECT p.polname, pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p WHERE p.polname = 'known';
SELECT k.conrelid::regclass, k.conname, k.confdeltype, k.convalidated, obj_description(k.oid, 'pg_constraint') FROM pg_constraint k
WHERE k.contype = 'f' AND k.connamespace = 'dep'::regnamespace ORDER BY 1, 2;
SELECT regexp_replace(pg_get_functiondef(p.oid), '\s+', ' ', 'g'), (
    SELECT string_agg(concat_ws(' ', x.grantee::regrole, x.is_grantable), ',' ORDER BY x.grantee::regrole::text)
    FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x), obj_description(p.oid, 'pg_proc') FROM pg_proc p
WHERE p.pronamespace = 'dep'::regnamespace AND p.proname !~ '^reeve_' ORDER BY 1;
SQL
}

# --- Views, materialized views and all else at once: a cutover, and its rollback.
fresh <<SQL
CREATE VIEW dep.names WITH (security_barrier) AS SELECT name FROM dep."Th ""ing" WHERE name <> 'thing 2';
CREATE VIEW dep.mine WITH (security_invoker, security_barrier) AS SELECT id, secret FROM dep."Th ""ing";
CREATE VIEW dep.low AS SELECT id, name FROM dep."Th ""ing" WHERE id < 10 WITH CASCADED CHECK OPTION;
CREATE VIEW dep."Up ""on" AS SELECT id AS "N ""o", name FROM dep.low;
CREATE FUNCTION dep.pass() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER "tr ""ig" INSTEAD OF INSERT ON dep."Up ""on" FOR EACH ROW EXECUTE FUNCTION dep.pass();
CREATE RULE "ru ""le" AS ON DELETE TO dep."Up ""on" DO INSTEAD DELETE FROM dep."Th ""ing" WHERE id = OLD."N ""o";
ALTER VIEW dep.low ALTER name SET DEFAULT 'none';
COMMENT ON VIEW dep.low IS 'It''s low';
COMMENT ON COLUMN dep.low.id IS 'The number';
GRANT SELECT, INSERT, DELETE ON dep.low TO $app;
GRANT SELECT (id), UPDATE (name) ON dep.low TO $rep;
GRANT SELECT ON dep.names, dep.mine TO PUBLIC;
GRANT SELECT, DELETE ON dep."Up ""on" TO $app WITH GRANT OPTION;
CREATE VIEW dep.later AS SELECT 1 AS id;
CREATE OR REPLACE VIEW dep.later AS SELECT u."N ""o"::int AS id FROM dep."Up ""on" u JOIN dep."Th ""ing" t ON t.id = u."N ""o";
CREATE MATERIALIZED VIEW dep."M ""at" WITH (fillfactor = 70) AS SELECT id, name, id % 3 AS third FROM dep."Th ""ing";
CREATE UNIQUE INDEX "M ""id" ON dep."M ""at"(id);
CREATE INDEX mat_name ON dep."M ""at" USING hash (lower(name)) WITH (fillfactor = 90) WHERE id > 3;
COMMENT ON INDEX dep."M ""id" IS 'By number';
ALTER MATERIALIZED VIEW dep."M ""at" CLUSTER ON "M ""id";
ALTER MATERIALIZED VIEW dep."M ""at" ALTER name SET STATISTICS 500;
CREATE STATISTICS dep."st ""at" ON id, third FROM dep."M ""at";
COMMENT ON MATERIALIZED VIEW dep."M ""at" IS 'Stored';
COMMENT ON COLUMN dep."M ""at".third IS 'One of three';
GRANT SELECT ON dep."M ""at" TO $app;
CREATE MATERIALIZED VIEW dep.thirds AS SELECT third, count(*) FROM dep."M ""at" GROUP BY third;
CREATE MATERIALIZED VIEW dep.empty AS SELECT id FROM dep.low WITH NO DATA;
CREATE VIEW dep.over AS SELECT t.third, l.name FROM dep.thirds t JOIN dep.low l ON l.id = t.third;
CREATE TABLE dep.note(id int PRIMARY KEY, thing_id int);
INSERT INTO dep.note VALUES (1, 1), (2, 999);
ALTER TABLE dep.note ENABLE ROW LEVEL SECURITY;
CREATE POLICY known ON dep.note USING (EXISTS (SELECT FROM dep."Th ""ing" t WHERE t.id = thing_id));
GRANT SELECT ON dep.note TO $app;
CREATE TABLE dep.link(thing_id int CONSTRAINT "li ""nk" REFERENCES dep."Th ""ing" ON DELETE CASCADE);
COMMENT ON CONSTRAINT "li ""nk" ON dep.link IS 'It''s a \thing';
CREATE SCHEMA "Od ""d";
CREATE VIEW "Od ""d".low AS SELECT id FROM dep."Th ""ing";
CREATE VIEW "Od ""d".twice AS SELECT a.id, b.name FROM "Od ""d".low a JOIN dep.low b USING (id);
CREATE MATERIALIZED VIEW "Od ""d".mat AS SELECT max(id) FROM "Od ""d".low;
CREATE FUNCTION dep.counted() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM dep."Th ""ing"; END;
GRANT EXECUTE ON FUNCTION dep.counted() TO $app;
CREATE FUNCTION dep.every() RETURNS SETOF dep."Th ""ing" LANGUAGE sql STABLE AS 'SELECT * FROM dep."Th ""ing"';
CREATE FUNCTION dep."sh ""out"(dep."Th ""ing") RETURNS text LANGUAGE sql AS 'SELECT upper(\$1.name)';
CREATE PROCEDURE dep.take(dep.low[]) LANGUAGE plpgsql AS 'BEGIN END';
REVOKE ALL ON FUNCTION dep.every() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dep.every() TO $app WITH GRANT OPTION;
COMMENT ON FUNCTION dep.every() IS 'All of ''em';
SQL
run -d "$db" <<SQL
SET ROLE $rep;
CREATE VIEW dep.theirs AS SELECT id, name FROM dep."Th ""ing";
CREATE MATERIALIZED VIEW dep.their_count AS SELECT count(*) FROM dep."Th ""ing";
GRANT SELECT ON dep.theirs TO PUBLIC;
SET ROLE $owner;
-- As on servers of some hosts: whatever is created is everybody's, unless somebody takes it back.
ALTER DEFAULT PRIVILEGES IN SCHEMA dep GRANT SELECT ON TABLES TO PUBLIC;
SQL
PGOPTIONS='-c client_min_messages=error' run -d "$db" -c "CREATE PUBLICATION things FOR TABLE dep.\"Th \"\"ing\""
look >"$work/before"
is 'plan accepts them' "$(migrate plan)" 0
is 'plan says what each view will meet' "$(told 'view dep.names: follows the name') $(told 'view dep.low: is created anew') \
$(told 'materialized view dep.thirds: keeps its rows') $(told 'policy known on table dep.note: follows')" '1 1 1 1'
is 'plan names a publication to an installer' "$(told '^publication *things: ')" 1
[ "$(migrate start)$(migrate verify)" = 00 ] || cat "$work/told"
is 'a rehearsal of the cutover succeeds' "$(migrate cutover --rehearse) $(told 'nothing was changed')" '0 1'
is 'and leaves everything as it was' "$(look | diff "$work/before" - | head -n 5)" ''
is 'the cutover succeeds' "$(migrate cutover)" 0
look >"$work/after"
is 'all there is has what it had, but for wider numbers' \
  "$(sed -e 's/:integer/:bigint/g' -e 's/% 3)/% (3)::bigint)/g' "$work/before" | diff - "$work/after" | head -n 8)" ''
is 'nothing is left of what was before' \
  "$(run -d "$db" -c "SELECT count(*) FROM pg_class WHERE relname ~ '^reeve_(next|rest)_'" -c "SELECT unvalidated FROM reeve.live_copy")" '0
[]'
run -d "$db" -U "$app" -o /dev/null -c "INSERT INTO dep.\"Th \"\"ing\"(id, name) VALUES (3, 'x') ON CONFLICT (id) DO UPDATE SET name = 'new'"
is 'views read the live table' "$(as "$app" "SELECT name FROM dep.low WHERE id = 3") $(as "$app" "SELECT name FROM dep.theirs WHERE id = 3")" 'new new'
is 'a check option still refuses' "$(as "$app" "INSERT INTO dep.low VALUES (1000, 'x')")" 44000
is 'a rule writes the live table' "$(as "$app" "DELETE FROM dep.\"Up \"\"on\" WHERE \"N \"\"o\" = 4")$(run -d "$db" -c 'SELECT count(*) FROM dep.thing2 WHERE id = 4')" 0
is 'a policy of another table asks the live one' "$(as "$app" "SELECT string_agg(id::text, ',') FROM dep.note")" 1
is 'a function asks the live one' "$(as "$app" "SELECT dep.counted()")" 49
is 'functions of rows do' "$(as "$app" "SELECT dep.\"sh \"\"out\"(e) FROM dep.every() e WHERE id = 3")" NEW
run -d "$db" -c "CREATE ROLE ${base}_none"
is 'default privileges grant nothing that the table did not' "$(run -d "$db" -c "SELECT string_agg(has_table_privilege('${base}_none', c.oid, 'SELECT')::text, ' ' ORDER BY c.relname)
  FROM pg_class c WHERE c.relnamespace = 'dep'::regnamespace AND c.relname IN ('Th \"ing', 'low', 'M \"at', 'names')")" 'false false false true'
run -d "$db" -c "DROP ROLE ${base}_none"
is 'a view with the rights of its reader has no others' "$(run -d "$db" -c "GRANT SELECT ON dep.mine TO $rep; REVOKE SELECT ON dep.\"Th \"\"ing\" FROM $rep"; as "$rep" 'SELECT count(*) FROM dep.mine')" 42501
run -d "$db" -c "SET ROLE $owner" -c "GRANT SELECT ON dep.\"Th \"\"ing\" TO $rep" -c "REVOKE ALL ON dep.mine FROM $rep"
is 'a materialized view is refreshed from the live table' \
  "$(run -d "$db" -c "SET ROLE $owner" -c 'REFRESH MATERIALIZED VIEW CONCURRENTLY dep."M ""at"' -c 'SELECT count(*), max(name) FROM dep."M ""at" WHERE id IN (3, 4)')" '1|new'
run -d "$db" -U "$app" -c 'INSERT INTO dep."Th ""ing"(id, name) VALUES (3000000000, $$big$$)' -c 'DELETE FROM dep."Th ""ing" WHERE id = 3000000000' \
  -c 'INSERT INTO dep."Th ""ing"(id, name) VALUES (4, $$thing 4$$)'
look >"$work/after"
is 'a rehearsal of the rollback succeeds' "$(migrate rollback --rehearse) $(told 'nothing was changed') $(as postgres 'SELECT phase FROM reeve.live_copy')" '0 1 live'
is 'and leaves everything as it is' "$(look | diff "$work/after" - | head -n 5)" ''
is 'the rollback succeeds, though a key beyond the old type came and went' "$(migrate rollback)" 0
is 'a rollback gives back what was before' "$(look | diff "$work/before" - | head -n 8)" ''
is 'and reads the old table' "$(as "$app" "SELECT name FROM dep.low WHERE id = 3")" new
is 'another cutover succeeds' "$(migrate verify)$(migrate cutover)" 00
look >"$work/again"
is 'with the same' "$(diff "$work/after" "$work/again" | head -n 5)" ''
is 'the end asks for the catalog first' "$(migrate finish) $(told 'the catalog still names')" '1 1'

fresh <<<'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC;'
mapping=lower ready
is 'nor of the views by which the old name writes' "$(run -d "$db" -c "SELECT string_agg(c.relname || ' ' || has_table_privilege('$app', c.oid, 'SELECT'), ', ' ORDER BY c.relname)
  FROM pg_class c WHERE c.relnamespace = 'dep'::regnamespace AND c.relkind = 'v'")" 'Th "ing true, reeve_rows_1 false'

# --- A materialized view that somebody reads meanwhile: the table is live, the rest is done later.
fresh <<'SQL'
CREATE MATERIALIZED VIEW dep.mat AS SELECT id, name FROM dep."Th ""ing";
CREATE UNIQUE INDEX mat_id ON dep.mat(id);
SQL
[ "$(migrate start)$(migrate verify)" = 00 ] || cat "$work/told"
mkfifo "$work/in"
psql -XqAt -d "$db" <"$work/in" >"$work/reader" 2>&1 &
exec 3>"$work/in"
echo 'BEGIN; SELECT count(*) FROM dep.mat;' >&3
until [ -s "$work/reader" ]; do sleep 0.05; done
is 'a cutover that cannot exchange it says so' "$(migrate cutover --until 1s) $(told 'a step after it failed') $(told 'materialized view dep.mat: ')" '1 1 1'
is 'the table is live, and it can be read' "$(as postgres 'SELECT phase FROM reeve.live_copy') $(as "$owner" 'SELECT 1' >/dev/null; run -d "$db" -c 'SELECT count(*) FROM dep.mat')" 'live 50'
is 'a rollback waits for the rest' "$(migrate rollback --until 1s) $(told 'is not complete')" '1 1'
is 'so does the end' "$(migrate finish --until 1s) $(told 'is not complete')" '1 1'
is 'whoever calls' "$(as "$inst" 'SELECT reeve.migrate_swap(1, TRUE)') $(as "$inst" 'SELECT reeve.migrate_end(1, FALSE)')" 'RV009 RV009'
echo 'COMMIT;' >&3
exec 3>&-
wait $!
is 'the next command does it' "$(migrate cutover) $(as postgres 'SELECT unvalidated FROM reeve.live_copy')" '0 []'
is 'from the live table' "$(run -d "$db" -c "SELECT pg_get_viewdef('dep.mat'::regclass) ~ 'Th ..ing'")" t

# --- Views that are read all the time, each locked by its readers before the table is.
fresh <<SQL
CREATE VIEW dep.low AS SELECT id, name FROM dep."Th ""ing";
CREATE VIEW dep.lower AS SELECT name FROM dep.low;
CREATE VIEW dep.names AS SELECT name FROM dep."Th ""ing";
GRANT SELECT ON dep.lower, dep.names TO $app;
SQL
[ "$(migrate start)$(migrate verify)" = 00 ] || cat "$work/told"
readers=()
for view in lower names lower names; do
  psql -XqAt -d "$db" -U "$app" -c "DO \$\$ BEGIN LOOP PERFORM count(*) FROM dep.$view; COMMIT; PERFORM pg_sleep(0.002); END LOOP; END \$\$" >/dev/null 2>&1 &
  readers+=($!)
done
is 'views that are read all the time keep neither a cutover nor a rollback waiting' "$(migrate cutover --until 15s) $(migrate rollback --until 15s)" '0 0'
is 'and their readers do not notice' "$(run -d "$db" -c "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = '$app'")" 4
kill "${readers[@]}"
run -d "$db" -o /dev/null -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = '$app'"
wait "${readers[@]}"

# --- A table that inherits: its parent reads and writes the live one.
fresh <<'SQL'
CREATE TABLE dep."Ba ""se"(secret text, CONSTRAINT short CHECK (length(secret) < 20));
ALTER TABLE dep."Th ""ing" ADD CONSTRAINT short CHECK (length(secret) < 20);
ALTER TABLE dep.thing2 ADD CONSTRAINT short CHECK (length(secret) < 20);
ALTER TABLE dep."Th ""ing" INHERIT dep."Ba ""se";
INSERT INTO dep."Ba ""se" VALUES ('parent');
SQL
based() { run -d "$db" -c "SELECT count(*), count(DISTINCT tableoid), string_agg(secret, ',' ORDER BY secret) FILTER (WHERE secret <> 's') FROM dep.\"Ba \"\"se\""; }
is 'plan says that the target inherits' "$(migrate plan) $(told 'inheritance .*dep.thing2 inherits from it in place of')" '0 1'
[ "$(migrate start)" = 0 ] || cat "$work/told"
run -d "$db" -c "SET ROLE $owner" -c "UPDATE dep.\"Ba \"\"se\" SET secret = 'before' FROM dep.\"Th \"\"ing\" t WHERE t.id = 3 AND t.tableoid = \"Ba \"\"se\".tableoid AND t.ctid = \"Ba \"\"se\".ctid"
is 'what is written through the parent is copied' "$(migrate verify)$(migrate cutover) $(run -d "$db" -c "SELECT secret FROM dep.thing2 WHERE id = 3")" '00 before'
is 'the parent reads the live table' "$(run -d "$db" -U "$app" -c "UPDATE dep.\"Th \"\"ing\" SET secret = 'here' WHERE id = 4"; based)" '51|2|before,here,parent'
run -d "$db" -c "SET ROLE $owner" -c "UPDATE dep.\"Ba \"\"se\" SET secret = 'after' WHERE secret = 'before'"
is 'and writes it' "$(as "$app" 'SELECT secret FROM dep."Th ""ing" WHERE id = 3')" after
is 'the rollback gives it the old table' "$(migrate rollback) $(based) $(run -d "$db" -c "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'dep.\"Ba \"\"se\"'::regclass")" '0 51|2|after,here,parent dep."Th ""ing"'

# --- What cannot follow is found by plan and by start, with what to do.
refused() { # WHAT PATTERN; SQL from standard input
  fresh
  is "plan refuses $1" "$(migrate ${who:+-u "$who"} plan) $(told "$2")" '1 1'
  is "start refuses $1" "$(migrate ${who:+-u "$who"} start) $(told "$2")" '1 1'
}
refused 'a view that groups by the key alone' 'must appear in the GROUP BY.*; drop it, and create it again' <<<'CREATE VIEW dep.v AS SELECT id, name FROM dep."Th ""ing" GROUP BY id;'
refused 'a view over system columns' 'ctid.* does not exist' <<<'CREATE VIEW dep.v AS SELECT ctid AS c FROM dep."Th ""ing";'
refused 'a view that calls a function of the narrower type' 'function f(bigint) does not exist' <<<"CREATE FUNCTION dep.f(int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE VIEW dep.v AS SELECT dep.f(id) AS c FROM dep.\"Th \"\"ing\";"
refused 'a materialized view that does' 'function f(bigint) does not exist' <<<"CREATE FUNCTION dep.f(int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE MATERIALIZED VIEW dep.v AS SELECT dep.f(id) AS c FROM dep.\"Th \"\"ing\";"
refused 'a function of rows that a view calls' 'takes or returns rows, and rule _RETURN on view dep.v calls it' <<<"CREATE FUNCTION dep.g() RETURNS SETOF dep.\"Th \"\"ing\" LANGUAGE sql AS 'SELECT * FROM dep.\"Th \"\"ing\"'; CREATE VIEW dep.v AS SELECT * FROM dep.g();"
refused 'a constraint by the row type' 'constraint o_check on table dep.o is bound' <<<'CREATE TABLE dep.o(a int CHECK ((NULL::dep."Th ""ing").id IS NULL));'
refused 'a default by the row type' 'default value for column a of table dep.o is bound' <<<"CREATE TABLE dep.o(a int DEFAULT (ROW(1, 'x', 'y')::dep.\"Th \"\"ing\").id);"
refused 'a parent whose columns the target does not have' 'dep.thing2 does not have all of its columns and checks as they are: give it them, or ALTER TABLE' <<<'CREATE TABLE dep.base(name text NOT NULL); ALTER TABLE dep."Th ""ing" INHERIT dep.base;'
refused 'a check that the target does not have' 'does not have all of its columns and checks' <<<'CREATE TABLE dep.base(secret text CONSTRAINT c CHECK (length(secret) < 9)); ALTER TABLE dep."Th ""ing" ADD CONSTRAINT c CHECK (length(secret) < 9); ALTER TABLE dep."Th ""ing" INHERIT dep.base;'
refused 'a table with children' 'is inherited from: .* Move their rows into it' <<<'CREATE TABLE dep.child() INHERITS (dep."Th ""ing");'
refused 'a rule of another table' 'rule r on table dep.o is bound' <<<"CREATE TABLE dep.o(a int); CREATE RULE r AS ON INSERT TO dep.o DO ALSO DELETE FROM dep.\"Th \"\"ing\" WHERE id = NEW.a;"

# --- Hostile: nobody's code runs as somebody else.
evil="CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC; CREATE SEQUENCE evil.ran; GRANT ALL ON SEQUENCE evil.ran TO PUBLIC;
CREATE TABLE evil.who(name text); GRANT ALL ON evil.who TO PUBLIC;
CREATE FUNCTION evil.fire() RETURNS void LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''evil.ran''); INSERT INTO evil.who VALUES (current_user);
  BEGIN EXECUTE ''ALTER ROLE $owner CREATEDB''; EXCEPTION WHEN OTHERS THEN NULL; END; END';
CREATE FUNCTION evil.quiet(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM evil.fire(); RETURN TRUE; END';
CREATE FUNCTION evil.loud() RETURNS int LANGUAGE plpgsql VOLATILE AS 'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE DOMAIN evil.n AS int; CREATE TYPE evil.span AS RANGE (subtype = evil.n);"
# With a check that runs it, which a view may not get later: it waits for evil.armed.
armed="${evil/PERFORM nextval/IF to_regclass(\'\'evil.armed\'\') IS NULL THEN RETURN; END IF; PERFORM nextval}
ALTER DOMAIN evil.n ADD CHECK (evil.quiet(VALUE));"
ran() { run -d "$db" -c 'SELECT is_called FROM evil.ran'; }
harmless() { run -d "$admin" -c "SELECT NOT rolcreatedb FROM pg_roles WHERE rolname = '$owner'"; run -d "$admin" -c "ALTER ROLE $owner NOCREATEDB"; }

for kind in 'VIEW' 'MATERIALIZED VIEW'; do
  fresh <<<"$armed"
  run -d "$db" -c "CREATE $kind dep.v AS SELECT name, '[1,2)'::evil.span AS s FROM dep.\"Th \"\"ing\"" -c "SET ROLE $owner" -c 'CREATE TABLE evil.armed()'
  is "a superuser's $kind with the app's types is refused by plan" "$(migrate -u postgres plan) $(told 'may run code of')" '1 1'
  is "and by start" "$(migrate -u postgres start)" 1
  is "a superuser's $kind is refused to an installer" "$(migrate plan) $(told 'its owner is a superuser: give it to')" '1 1'
  is "nothing ran" "$(ran) $(harmless)" 'f t'
done
fresh <<<"$evil"
run -d "$db" -c 'CREATE VIEW dep.v AS SELECT name, evil.loud() AS l FROM dep."Th ""ing"' -c 'CREATE MATERIALIZED VIEW dep.m AS SELECT name FROM dep."Th ""ing"'
is "a superuser's views stay the superuser's, and nothing of the app's runs" \
  "$(migrate -u postgres plan)$(migrate -u postgres start)$(migrate -u postgres verify)$(migrate -u postgres cutover) $(run -d "$db" -c "SELECT string_agg(relowner::regrole::text, ' ') FROM pg_class WHERE relname IN ('v', 'm')") $(ran)" '0000 postgres postgres f'
fresh <<<"$evil"
run -d "$db" -c 'CREATE MATERIALIZED VIEW dep.m AS SELECT secret FROM dep."Th ""ing"'
is "a superuser's materialized view is not filled through the app's expressions" "$(mapping=lower migrate -u postgres plan) $(told 'would run code of')" '1 1'
fresh <<<"$evil"
run -d "$db" -c "SET ROLE $rep" -c 'CREATE MATERIALIZED VIEW dep.m AS SELECT name, evil.loud() AS l FROM dep."Th ""ing" WITH NO DATA'
is "a lower role's materialized view does not run the app's functions for us" "$(migrate plan) $(told 'would run code of')" '1 1'
fresh <<SQL
$armed
CREATE VIEW dep.v AS SELECT name, '[1,2)'::evil.span AS s, evil.loud() AS l FROM dep."Th ""ing";
CREATE MATERIALIZED VIEW dep.m AS SELECT id, evil.loud() AS l FROM dep."Th ""ing" WITH NO DATA;
CREATE TABLE evil.armed();
SQL
run -d "$db" -c "SET ROLE $owner" -c 'REFRESH MATERIALIZED VIEW dep.m' -c "TRUNCATE evil.who"
is "the owner's own code runs as the owner alone" \
  "$(migrate -u postgres start)$(migrate -u postgres verify)$(migrate -u postgres cutover) $(run -d "$db" -c 'SELECT DISTINCT name FROM evil.who') $(harmless)" "000 $owner t"
fresh <<<''
run -d "$db" -c "SET ROLE $rep" -c 'CREATE VIEW dep.v AS SELECT id, name FROM dep."Th ""ing"' -c "RESET ROLE; REVOKE CREATE ON SCHEMA dep FROM $rep"
is 'without CREATE its owner is told the grant' "$(migrate plan) $(told "GRANT CREATE ON SCHEMA dep TO $rep")" '1 1'
fresh <<<''
run -d "$db" -c "SET ROLE $rep" -c 'CREATE VIEW dep.v AS SELECT id, name FROM dep."Th ""ing"' -c "RESET ROLE; REVOKE $rep FROM $inst"
is 'without membership the installer is told the grant' "$(migrate plan) $(told "GRANT $rep TO $inst")" '1 1'
run -d "$db" -c "GRANT $rep TO $inst"

checked
