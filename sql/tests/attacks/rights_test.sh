#!/usr/bin/env bash
# The app's code has no right on Reeve, on another app or on another role, and changes nothing of
# theirs, whoever acts or looks.
. "$(dirname "$0")/lib.sh"

# Runs a payload in a trigger, a statement trigger and a policy while a senior acts, in a policy and a
# report while a viewer looks.
everywhere() { # SENTENCE STATEMENTS [CONDITION]
  local refused=${3-'(SELECT NOT is_called FROM evil.went)'} step before=0
  attack "its code $1"
  trigger BEFORE ROW
  trigger AFTER STATEMENT person
  policy ware 'USING (id > 2 OR evil.fire())'
  payload "$2"
  for step in "$senior1 hide ware:2 --policy spam" "$senior1 ban person:1 --policy spam --for 1d" \
    "$viewer1 find ware Silk" "$viewer1 stock stall:1" "$viewer1 board"; do
    act "${step%% *}" "${step#* }"
    [ "$(number ran)" -gt "$before" ] || echo "the hostile code did not run in: ${step#* }" >>"$work/session"
    before=$(number ran)
  done
  held ${refused:+"$refused"}
}
# Each statement for each object, those that are refused passed over.
each() { # OBJECTS-QUERY STATEMENT
  cat <<SQL
DECLARE
    o text;
  BEGIN
    FOR o IN $1 LOOP
      BEGIN
        EXECUTE pg_catalog.replace(\$s\$$2\$s\$, '%s', o);
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
    END LOOP;
  END;
SQL
}
functions="SELECT p.oid::regprocedure FROM pg_catalog.pg_proc p WHERE p.pronamespace::regnamespace::text LIKE 'reeve%'"
tables="SELECT c.oid::regclass FROM pg_catalog.pg_class c WHERE c.relnamespace::regnamespace::text IN ('reeve', 'reeve_cell', 'reeve_stage') AND c.relkind IN ('r', 'p') AND c.relname !~ '_20'"

everywhere 'grants no function of Reeve' "$(each "$functions" "GRANT EXECUTE ON FUNCTION %s TO PUBLIC")" ''
everywhere 'alters no function of Reeve' "$(each "$functions" "ALTER FUNCTION %s STABLE STRICT SET statement_timeout = '1s'")" ''
everywhere 'drops no function of Reeve' "$(each "$functions" "DROP FUNCTION %s CASCADE")" ''
everywhere 'changes no table of Reeve' "$(each "$tables" "GRANT ALL ON %s TO PUBLIC")
  $(each "$tables" "CREATE TRIGGER hostile BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION evil.fire_row()")
  $(each "$tables" "ALTER TABLE %s ADD COLUMN hostile int")" ''
everywhere 'empties no table of Reeve' "$(each "$tables" "DELETE FROM %s")
  $(each "$tables" "DROP TABLE %s CASCADE")" ''
everywhere 'alters no default rights' "EXECUTE 'ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC';
  EXECUTE 'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC';" ''
everywhere 'makes nothing in the schemas of Reeve' "$(each "SELECT unnest('{reeve,reeve_index,reeve_stage,reeve_cell}'::text[])" "CREATE TABLE %s.hostile(n int)")
  $(each "SELECT unnest('{reeve,reeve_index,reeve_stage,reeve_cell}'::text[])" "CREATE FUNCTION %s.hostile() RETURNS int LANGUAGE sql AS 'SELECT 1'")" ''
everywhere 'becomes no other role' "$(each "SELECT rolname FROM pg_catalog.pg_roles WHERE rolname ~ '^(reeve|postgres|randevoo|senior|moderator)' AND rolname <> current_user" "SET ROLE %s")
  $(each "SELECT rolname FROM pg_catalog.pg_roles WHERE rolname ~ '^(reeve|postgres|randevoo|senior|moderator)' AND rolname <> current_user" "SET SESSION AUTHORIZATION %s")
  $(each "SELECT rolname FROM pg_catalog.pg_roles WHERE rolname ~ '^(reeve|postgres|randevoo)'" "GRANT %s TO $owner")
  PERFORM evil.seen();" ''
everywhere 'reads no user of another app' 'PERFORM u.first_name FROM randevoo.users u;'
everywhere 'reads no key of another app' 'PERFORM u.id FROM randevoo.users u;'
everywhere 'writes no row of another app' "UPDATE randevoo.users SET blocked_until = 'infinity';"
everywhere 'locks no row of another app' 'PERFORM FROM randevoo.users u FOR UPDATE;'
everywhere 'reads no member of the team' 'PERFORM m.* FROM reeve.member m;'
everywhere 'enqueues no job' "PERFORM reeve.enqueue('worker.probe', '{}');"
everywhere 'reports nobody' "PERFORM reeve.report_file('randevoo', 'user', '1', words => 'x', policy => 'fraud');"
everywhere 'proposes no senior' "PERFORM reeve.team_perform('team.add', '$owner', 'senior', 'because');"
everywhere 'hides no user of another app' "PERFORM reeve.action_perform('hide', 'randevoo', 'user', '1', '{\"policy\": \"fraud\"}', NULL);"
everywhere 'finds no user of another app' "PERFORM reeve.subject_find('randevoo', 'user', 'a', false, 9);"
everywhere 'runs no program' "EXECUTE 'COPY (SELECT 1) TO PROGRAM ''cat >/dev/null''';"
everywhere 'reads no file' "PERFORM pg_catalog.pg_read_file('/etc/passwd');"
everywhere 'locks no table of Reeve' 'LOCK TABLE reeve.member IN ACCESS SHARE MODE;'

# What Reeve puts on the app's tables runs with Reeve's rights: it reads keys of the app's types.
program="BEGIN
    EXECUTE 'INSERT INTO reeve.member(role_name, rank, added_by) VALUES (''$owner'', ''senior'', ''x'')';
  EXCEPTION WHEN OTHERS THEN NULL;
  END;"
attack 'a cast of a key that changed its type after the catalog was applied has no right of Reeve'
hostile <<'SQL'
CREATE TYPE evil.code AS (n bigint);
CREATE FUNCTION evil.code_text(evil.code) RETURNS text LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN ''1''; END';
CREATE FUNCTION evil.code_json(evil.code) RETURNS json LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN ''1''; END';
CREATE CAST (evil.code AS text) WITH FUNCTION evil.code_text(evil.code);
CREATE CAST (evil.code AS json) WITH FUNCTION evil.code_json(evil.code);
ALTER TABLE mill.deal DROP CONSTRAINT deal_ware_id_fkey;
DROP TRIGGER reeve_change_update ON mill.ware;
ALTER TABLE mill.ware ALTER id TYPE evil.code USING ROW(id)::evil.code;
SQL
payload "$program"
watch
hostile <<<"INSERT INTO mill.ware(id, stall_id, title) VALUES (ROW(999), 1, 'x');
  DELETE FROM mill.ware WHERE id = ROW(1)::evil.code;
  SELECT (id)::text FROM mill.ware LIMIT 1;"
held "(SELECT count(*) = 2 FROM reeve.change WHERE coalesce(key, keys[1]) IN ('(999)', '(1)'))"
attack 'a cast of a column by which a guard looks has no right of Reeve'
hostile <<'SQL'
CREATE FUNCTION evil.mood_number(mill.mood) RETURNS bigint LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE CAST (mill.mood AS bigint) WITH FUNCTION evil.mood_number(mill.mood);
ALTER TABLE mill.intake ADD author bigint;
SQL
sed "s/enforcement: column/enforcement: guard\n    guards: [{table: intake, actor: [author], writes: [insert]}]/" \
  "$here/catalog.yaml" >"$work/catalog.yaml"
"$reeve" catalog apply "$work/catalog.yaml" --dsn "dbname=$db user=$PGUSER" >>"$work/out" 2>&1
hostile <<<"ALTER TABLE mill.intake ALTER author TYPE mill.mood USING 'calm';
  INSERT INTO mill.intake(id, title) VALUES (1, 'x');
  UPDATE mill.intake SET author = 'calm';"
payload "$program"
watch
hostile <<<'SELECT author::bigint FROM mill.intake;'
# Its text is no number, so the guard lets nothing in.
sql -d "$db" -U "$owner" -c 'SET ROLE mill_owner' \
  -c "INSERT INTO mill.intake(id, title, author) VALUES (2, 'x', 'calm')" >>"$work/out" 2>&1
held "(SELECT count(*) = 1 FROM mill.intake)"
finished
