#!/usr/bin/env bash
# Imports, copies, catalogs, search and the worker's other jobs run no code of an app as an operator,
# and people who look at personal data run none either.
. "$(dirname "$0")/lib.sh"
. "$here/operate.sh"

into=(
  "a BEFORE row trigger|CREATE TRIGGER hostile BEFORE INSERT ON mill.intake FOR EACH ROW EXECUTE FUNCTION evil.fire_row();"
  "an AFTER statement trigger|CREATE TRIGGER hostile AFTER INSERT ON mill.intake FOR EACH STATEMENT EXECUTE FUNCTION evil.fire_row();"
  "a deferred constraint trigger|CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON mill.intake
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();"
  "a constraint trigger that a trigger defers again|CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON mill.intake
    DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
    CREATE FUNCTION evil.defer() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN SET CONSTRAINTS ALL DEFERRED; RETURN NEW; END';
    CREATE TRIGGER hostile_defer BEFORE INSERT ON mill.intake FOR EACH ROW EXECUTE FUNCTION evil.defer();"
  "a default|ALTER TABLE mill.intake ALTER extra SET DEFAULT evil.fire()::text;"
  "a generated column|ALTER TABLE mill.intake ADD hostile boolean GENERATED ALWAYS AS (evil.fire_immutable(title)) STORED;"
  "a domain|CREATE DOMAIN evil.word AS text CONSTRAINT hostile CHECK (evil.fire_immutable(VALUE));
    ALTER TABLE mill.intake ALTER title TYPE evil.word;"
  "a CHECK constraint|ALTER TABLE mill.intake ADD CONSTRAINT hostile CHECK (evil.fire_immutable(title));"
  "an index expression|CREATE INDEX hostile ON mill.intake((evil.fire_immutable(title)));"
  "a policy|ALTER TABLE mill.intake ENABLE ROW LEVEL SECURITY; ALTER TABLE mill.intake FORCE ROW LEVEL SECURITY;
    CREATE POLICY hostile ON mill.intake USING (evil.fire()) WITH CHECK (evil.fire());"
  "a rule|CREATE RULE hostile AS ON INSERT TO mill.intake DO ALSO SELECT evil.fire();"
)
for one in "${into[@]}"; do
  for login in "$PGUSER" reeve_migrator; do
    attack "an import by $login runs no program and makes no superuser by ${one%%|*}"
    hostile <<<"${one#*|}"
    payload "$program"
    witness="INSERT INTO mill.intake(id, title) VALUES (9, 'x')"
    culprit='evil|hostile|superuser|42501|reeve_migrator|reeve_writer_mill cannot run|deferred'
    import_as "$login"
    held "$no_program"
  done
done
attack 'an import by a trigger that holds a cursor runs nothing as the operator at COMMIT'
hostile <<<"${into[0]#*|}"
payload "IF pg_catalog.nextval('evil.turn') = 1 THEN
    EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.late()';
  END IF;"
witness="INSERT INTO mill.intake(id, title) VALUES (9, 'x')"
culprit='evil|hostile|superuser'
import_as "$PGUSER"
held

# Live copies, whose target's triggers do not fire while it is filled.
for one in "${into[5]}" "${into[@]:7:3}"; do
  attack "a copy to another table runs nothing as the operator by ${one%%|*}"
  code=${one#*|}
  hostile <<<"${code//mill.intake/mill.ware2}"
  payload "$program"
  witness="INSERT INTO mill.ware2(id, stall_id, title, note) VALUES (999, 1, 'x', 'x')"
  culprit='evil|hostile|superuser|row security'
  allowed="$allowed|^[<>] (command |job |trigger |function reeve\.|relation reeve|column )"
  operate "$PGUSER" migrate start "$work/copy.yaml"
  held "$no_program"
done

# Catalogs: what their expressions call runs as nobody who loads them.
attack 'a catalog whose label calls the app runs nothing as who checks or applies it'
hostile <<<'CREATE FUNCTION evil.label(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
  $$BEGIN PERFORM evil.fire(); RETURN t; END$$;'
payload "$program"
sed 's/label: t.title/label: evil.label(t.title)/' "$here/catalog.yaml" >"$work/catalog.yaml"
allowed='^[<>]'
culprit='evil|hostile|no function'
witness="SELECT evil.label('x')"
operate "$PGUSER" catalog check "$work/catalog.yaml"
operate "$PGUSER" catalog apply "$work/catalog.yaml"
act "$viewer1" 'find ware Silk'
held "$no_program" "(SELECT NOT rolsuper FROM pg_roles WHERE rolname = '$owner')"
attack 'a catalog whose condition and value call the app runs nothing as who acts or expires'
payload "$program"
sed -e "s/set: {state: \"'over'\"}/set: {state: \"CASE WHEN evil.fire() THEN 'over' END\"}/" \
  -e "s/where: \"t.state = 'open'\"/where: \"t.state = 'open' AND evil.fire()\"/" \
  "$here/catalog.yaml" >"$work/catalog.yaml"
allowed='^[<>]'
operate "$PGUSER" catalog apply "$work/catalog.yaml"
act "$senior1" 'ban person:2 --policy spam --for 1d'
work_once collection.expire '{"collection": "deal"}'
held "$no_program" "(SELECT NOT rolsuper FROM pg_roles WHERE rolname = '$owner')"
attack 'a policy and a trigger run nothing as who checks and applies a catalog'
policy ware 'USING (id > 2 OR evil.fire())'
trigger BEFORE STATEMENT
payload "$program"
allowed='^[<>]'
sed 's/title: Mill/title: Mill2/; s/show: \[id, title\]/show: [id, title, owner_id]/' "$here/catalog.yaml" >"$work/catalog.yaml"
operate "$PGUSER" catalog check "$work/catalog.yaml"
operate "$PGUSER" catalog apply "$work/catalog.yaml"
operate "$PGUSER" doctor
act "$viewer1" 'find ware Silk'
held "$no_program" "(SELECT NOT rolsuper FROM pg_roles WHERE rolname = '$owner')"

# The worker's jobs that read.
worker_reads() { # SENTENCE KIND ARGUMENTS TABLE
  attack "$1 runs nothing of the app as the worker"
  policy "$4" 'USING (evil.fire())'
  [ "$4" = deal ] || hostile <<<"UPDATE mill.$4 SET title = title || ' replica'"
  allowed="$allowed|^[<>] report "
  payload "$program $password"
  work_once "$2" "$3"
  held "$no_program"
}
password="BEGIN
    EXECUTE pg_catalog.format('ALTER ROLE %I PASSWORD ''evil''', session_user);
  EXCEPTION WHEN OTHERS THEN NULL;
  END;"
worker_reads 'search.sync' search.sync '{}' ware
worker_reads 'search.reindex' search.reindex '{"collection": "ware"}' ware
worker_reads 'moderation.flag' moderation.flag '{}' ware
worker_reads 'collection.expire' collection.expire '{"collection": "deal"}' deal

# People look at what is personal.
attack 'a policy runs nothing as the senior who finds by a personal field and reveals'
policy person 'USING (evil.fire())'
payload "$program $password"
allowed="$allowed|^[<>] command [^ ]+ (reveal|find)"
act "$senior1" 'find person --where email=zora@example.org --why test' 'reveal person:1 email --why test' 'show person:1'
held "$no_program"
attack 'no login without a rank, and no app, runs anything of another app through Reeve'
policy person 'USING (evil.fire())'
payload "$program"
culprit=42501
witness='SELECT id FROM mill.person'
for login in "$norank" "$owner"; do
  in_session "$login" "SELECT * FROM reeve.subject_find('mill', 'ware', 'Silk', false, 3);"
done
held "$no_program"

# Operators of the app on the type of a column: those that a view of its own uses run as the app's reader,
# and those that are named like PostgreSQL's are not found by a condition or an order of Reeve's.
attack 'operators on the type of a column run as nobody who lists, sorts, filters or runs a report'
hostile <<'SQL'
CREATE FUNCTION evil.compare(mill.mood, mill.mood) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
  'BEGIN PERFORM evil.fire(); RETURN TRUE; END';
CREATE FUNCTION evil.compare(mill.mood, text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
  'BEGIN PERFORM evil.fire(); PERFORM nextval(''evil.turn''); RETURN TRUE; END';
DO $do$
DECLARE
  place text;
  name text;
BEGIN
  FOREACH place IN ARRAY ARRAY['evil', 'mill'] LOOP
    FOREACH name IN ARRAY ARRAY['=', '<>', '<', '>', '<=', '>=', '~'] LOOP
      EXECUTE format('CREATE OPERATOR %I.%s (FUNCTION = evil.compare, LEFTARG = mill.mood, RIGHTARG = text)', place, name);
    END LOOP;
  END LOOP;
END
$do$;
CREATE OPERATOR evil.=== (FUNCTION = evil.compare, LEFTARG = mill.mood, RIGHTARG = mill.mood);
CREATE VIEW mill.loud AS SELECT p.name FROM mill.person p WHERE p.mood OPERATOR(evil.===) 'loud';
CREATE VIEW mill.quiet WITH (security_invoker = off) AS SELECT p.name FROM mill.person p WHERE p.mood OPERATOR(evil.===) 'calm';
GRANT SELECT ON mill.loud, mill.quiet TO reeve_reader_mill;
CREATE OR REPLACE FUNCTION mill.view_stock(key text) RETURNS TABLE(title text) LANGUAGE plpgsql STABLE AS
  'BEGIN RETURN QUERY SELECT l.name FROM mill.loud l UNION ALL SELECT q.name FROM mill.quiet q; END';
GRANT USAGE ON SCHEMA evil TO PUBLIC;
SQL
payload "$program $password"
for login in "$viewer1" "$senior1"; do act "$login" 'list person --where mood=calm --sort -mood' 'show person:1'; done
[ "$(number turn)" = 0 ] || echo 'a condition of Reeve'"'"'s called an operator of the app' >>"$work/session"
[ "$(number ran)" = 0 ] || echo "operators were called $(number ran) times before the report" >>"$work/session"
act "$senior1" 'stock stall:1'
[ "$status" = 0 ] || echo "exit $status" >>"$work/session"
grep -q 'Zora Owner' "$work/out" || echo 'the view was not read' >>"$work/session"
held "$no_program" "(SELECT NOT rolsuper FROM pg_roles WHERE rolname = '$owner')" '(SELECT is_called FROM evil.ran)'
finished
