#!/usr/bin/env bash
# The cells of an app: nobody but an act takes one, and an act takes one only. What ends between a cell
# and what is read back leaves nothing.
. "$(dirname "$0")/lib.sh"

# Locks of this session on cells, at most one a statement below.
statements='LOCK TABLE %s IN ACCESS EXCLUSIVE MODE|LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE
ANALYZE %s|ANALYZE|VACUUM %s|CLUSTER %s|REINDEX TABLE %s|TRUNCATE %s|DROP TABLE %s
ALTER TABLE %s SET (autovacuum_enabled = on)|COMMENT ON TABLE %s IS NULL|DELETE FROM %s
SELECT FROM %s FOR UPDATE|CREATE TRIGGER t BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION evil.fire_row()
DROP OWNED BY CURRENT_USER|GRANT ALL ON ALL TABLES IN SCHEMA reeve_cell TO PUBLIC
CREATE STATISTICS reeve_cell.s ON i, i FROM %s|SECURITY LABEL ON TABLE %s IS NULL'
cells="SELECT c.oid FROM pg_catalog.pg_class c WHERE c.relname OPERATOR(pg_catalog.~) '^reeve_writer_.*_[0-9]+\$' AND c.relkind = 'r'"
each="DECLARE
    cell pg_catalog.text;
    one pg_catalog.text;
    refused pg_catalog.int8 := 0;
  BEGIN
    FOR cell IN SELECT 'reeve_cell.' || relname FROM pg_catalog.pg_class WHERE oid IN ($cells) LOOP
      FOREACH one IN ARRAY pg_catalog.string_to_array(
        pg_catalog.replace(\$s\$$statements\$s\$, E'\n', '|'), '|') LOOP
        BEGIN
          EXECUTE pg_catalog.replace(one, '%s', cell);
        EXCEPTION WHEN OTHERS THEN refused := refused + 1;
        END;
      END LOOP;
    END LOOP;
    PERFORM pg_catalog.setval('evil.turn', 1 + pg_catalog.count(DISTINCT l.relation))
    FROM pg_catalog.pg_locks l
    WHERE l.pid = pg_catalog.pg_backend_pid() AND l.mode IN ('ShareUpdateExclusiveLock',
      'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      AND l.relation IN ($cells);
  END;"
attack 'code of an app locks no cell but the one that it runs in'
trigger BEFORE ROW
payload "$each"
act "$moderator1" 'hide ware:2 --policy spam'
held "(SELECT last_value = 2 FROM evil.turn)" '(SELECT is_called FROM evil.went)' \
  '(SELECT hidden_until > now() FROM mill.ware WHERE id = 2)'

attack 'a policy locks no cell'
policy ware 'USING (id > 2 OR evil.fire())'
payload "$each"
act "$viewer1" 'find ware Silk'
held "(SELECT last_value = 1 FROM evil.turn)" '(SELECT is_called FROM evil.turn)'

# Code in a cell runs as the app writer, which owns the cells and is a member of reeve_access.
gifts=(
  'gives its cells away|REASSIGN OWNED BY reeve_writer_mill TO reeve_access'
  'gives its cells away and drops what it has|REASSIGN OWNED BY reeve_writer_mill TO reeve_access; DROP OWNED BY reeve_writer_mill'
  'replaces its cells by as many tables|REASSIGN OWNED BY reeve_writer_mill TO reeve_access; SELECT evil.tables(32)'
  'makes a table of its own|SELECT evil.tables(1)'
  'leaves a large object|SELECT lo_create(0)'
  'changes its settings|ALTER ROLE reeve_writer_mill SET search_path = evil'
  'changes its settings in this database|SELECT evil.here()'
)
for one in "${gifts[@]}"; do
  attack "an app writer that ${one%%|*} is refused by name, and hinders nobody afterwards"
  hostile <<'SQL'
GRANT CREATE ON SCHEMA evil TO reeve_writer_mill;
CREATE FUNCTION evil.tables(most int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1 .. most LOOP
    EXECUTE 'CREATE TABLE evil.cell_' || n || '(i int)';
  END LOOP;
END
$$;
CREATE FUNCTION evil.here() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER ROLE reeve_writer_mill IN DATABASE %I SET work_mem = 64', current_database());
END
$$;
SQL
  trigger AFTER ROW
  payload "$(tr ';' '\n' <<<"${one#*|}" | sed "s/.*/EXECUTE \$s\$&\$s\$;/")"
  act "$moderator1" 'hide ware:2 --policy spam'
  [ "$status" = 1 ] || echo "exit $status" >>"$work/session"
  grep -Eq 'code of the app mill (gave|left|changed).*trigger hostile on mill\.ware' "$work/out" ||
    echo 'the refusal does not name the trigger' >>"$work/session"
  hostile <<<'DROP TRIGGER hostile ON mill.ware'
  act "$moderator1" 'hide ware:4 --policy spam'
  [ "$status" = 0 ] || echo "exit $status afterwards" >>"$work/session"
  held '(SELECT is_called FROM evil.went)' '(SELECT hidden_until IS NULL FROM mill.ware WHERE id = 2)' \
    '(SELECT hidden_until > now() FROM mill.ware WHERE id = 4)'
done

attack 'a task of the app that gives the cells away is refused'
hostile <<<"CREATE OR REPLACE FUNCTION mill.sweep(max_rows int) RETURNS int LANGUAGE plpgsql AS \$b\$
  BEGIN
    PERFORM evil.seen(); REASSIGN OWNED BY reeve_writer_mill TO reeve_access;
    PERFORM nextval('evil.went'); RETURN 0;
  END \$b\$;"
work_once sql '{"task": "sweep"}'
grep -q 'code of the app mill gave away its cells' "$work/out" || echo 'it is not refused' >>"$work/session"
held '(SELECT is_called FROM evil.went)'

# Whoever may do it by hand.
attack 'doctor sees what became of cells, and says what mends it'
sql -d "$db" -c 'REASSIGN OWNED BY reeve_writer_mill TO reeve_access' \
  -c 'ALTER ROLE reeve_writer_mill SET search_path = evil' -c 'GRANT reeve_viewer TO reeve_reader_mill'
watch
operate_doctor() { timeout 600 "$reeve" doctor --full --dsn "dbname=$db user=$PGUSER" >"$work/doctor" 2>&1; }
problems=()
operate_doctor && problem 'doctor is content'
grep -q '32 of the 32 cells of the app mill.*catalog apply' <(tr '\n' ' ' <"$work/doctor") ||
  problem 'doctor does not name the cells'
grep -q 'the roles of the app mill are not as Reeve makes them' "$work/doctor" || problem 'doctor does not name the roles'
act "$moderator1" 'hide ware:2 --policy spam'
[ "$status" = 1 ] || problem "exit $status without cells"
"$reeve" catalog apply "$here/catalog.yaml" --dsn "dbname=$db user=$PGUSER" >>"$work/out" 2>&1 || problem 'it cannot be mended'
operate_doctor
! grep -E '(cells|roles) of the app mill' "$work/doctor" || problem 'doctor is not content'
act "$moderator1" 'hide ware:2 --policy spam'
[ "$status" = 0 ] || problem "exit $status after it was mended"
judge

for login in "$norank" "$owner" "$viewer1" "$senior1"; do
  attack "a session of ${login%%_*} locks no cell"
  sql -d "$db" -c "GRANT ALL ON SCHEMA evil TO PUBLIC; GRANT USAGE ON SCHEMA mill TO PUBLIC"
  watch
  psql -XqAt -d "$db" -U "$login" -c "DO \$do\$BEGIN $each PERFORM evil.seen(); END\$do\$" >>"$work/out" 2>&1
  sql -d "$db" -c 'ALTER SEQUENCE evil.as_other RESTART'
  held "(SELECT last_value = 1 AND is_called FROM evil.turn)"
done

# Waits until SQL, which counts, counts something.
until_so() { # SQL
  local tries=0
  until [ "$(sql -d "$db" -c "$1")" -gt 0 ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || { echo "never so: $1" >>"$work/session"; return; }
    sleep 0.1
  done
}

# Each act keeps its cell for as long as a trigger of the app waits: here until all others are seen.
attack 'an app that keeps 32 acts in its cells stops its own acts alone, and those are done in the end'
hostile <<'SQL'
CREATE FUNCTION evil.stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM evil.seen();
  PERFORM set_config('lock_timeout', '0', FALSE), set_config('statement_timeout', '0', FALSE);
  PERFORM pg_advisory_lock_shared(32, 32);
  RETURN NEW;
END
$$;
CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware
FOR EACH ROW WHEN (NEW.id > 100) EXECUTE FUNCTION evil.stay();
SQL
watch
mkfifo "$work/holder"
psql -XqAt -d "$db" -o /dev/null <"$work/holder" >>"$work/out" 2>&1 &
holder=$!
exec {feed}>"$work/holder"
echo 'SELECT pg_advisory_lock(32, 32);' >&"$feed"
until_so "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 32"
# One person's acts wait for one another.
for n in $(seq 32); do
  echo "CREATE ROLE busy${n}_$base LOGIN IN ROLE reeve_moderator;
    INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('busy${n}_$base', 'moderator', 'test');"
done | sql -d "$db" -f -
for n in $(seq 32); do logins+=("busy${n}_$base"); done
busy=()
for n in $(seq 32); do
  psql -XqAt -d "$db" -U "busy${n}_$base" -c "$(hide "$((100 + n))")" >>"$work/stayed" 2>&1 &
  busy+=("$!")
done
until_so "SELECT (count(DISTINCT relation) = 32)::int FROM pg_locks
  WHERE mode = 'ShareUpdateExclusiveLock' AND granted AND relation::regclass::text LIKE 'reeve_cell.%'"
until_so "SELECT (count(*) = 32)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
problems=()
[ "$(number ran)" = 32 ] || problem "the hostile code ran $(number ran) times"
act "$moderator1" 'hide ware:2 --policy spam'
[ "$status" = 1 ] || problem "exit $status while they are taken"
grep -q 'busy\|lock' "$work/out" || problem 'the refusal does not say why'
timeout 600 "$reeve" --app randevoo --yes --dsn "dbname=$db user=$moderator1" \
  -c 'ban user:1 --policy fraud --for 7d' >>"$work/out" 2>&1 </dev/null || problem 'another app was stopped'
act "$viewer1" 'find ware Silk'
[ "$status" = 0 ] || problem 'who reads was stopped'
# The others have this end of the pipe, too.
echo '\q' >&"$feed"
exec {feed}>&-
wait "$holder" "${busy[@]}"
[ "$(grep -c '^done' "$work/stayed")" = 32 ] || problem "of 32 acts were done: $(cut -d '|' -f 1,2 "$work/stayed" | sort | uniq -c)"
act "$moderator1" 'hide ware:2 --policy spam'
[ "$status" = 0 ] || problem "exit $status afterwards"
[ "$(sql -d "$db" -c "SELECT count(*) FROM mill.ware WHERE hidden_until IS NOT NULL")" = 33 ] || problem 'not everything was done'
judge

# The policy sleeps once the trigger has fired: in the read that looks whether all is as written.
for end in 'its server process is ended' 'its console is killed'; do
  attack "an act leaves nothing half done where $end between the cell and what reads back"
  hostile <<'SQL'
CREATE FUNCTION evil.written() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.seen(); PERFORM nextval(''evil.turn''); RETURN NULL; END';
CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.written();
CREATE FUNCTION evil.doze() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT is_called FROM evil.turn) THEN
    PERFORM pg_sleep(1000);
  END IF;
  RETURN TRUE;
END
$$;
SQL
  policy ware 'USING (evil.doze())'
  watch
  "$reeve" --app mill --yes --dsn "dbname=$db user=$moderator1" -c 'hide ware:2 --policy spam' \
    >>"$work/out" 2>&1 </dev/null &
  console=$!
  asleep="FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
  until_so "SELECT count(*) $asleep"
  if [ "$end" = 'its console is killed' ]; then kill -9 "$console"; wait "$console" 2>/dev/null; fi
  sql -d "$db" -o /dev/null -c "SELECT pg_terminate_backend(pid, 300000) $asleep"
  wait "$console"
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  [ "$(sql -d "$db" -c "SELECT (SELECT count(*) FROM reeve.command WHERE outcome = 'done' AND kind = 'hide')
    + (SELECT count(*) FROM reeve.action) + (SELECT count(*) FROM reeve.cell_order)
    + (SELECT count(*) FROM mill.ware WHERE hidden_until IS NOT NULL)")" = 0 ] || problem 'something is half done'
  sql -d "$db" -c 'DROP POLICY hostile ON mill.ware; ALTER TABLE mill.ware DISABLE ROW LEVEL SECURITY'
  act "$moderator1" 'hide ware:2 --policy spam'
  [ "$status" = 0 ] || problem "the next act failed: exit $status"
  [ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.action")" = 1 ] || problem 'the next act is not on the record'
  judge
done

# Functions, types and operators named like Reeve's, where a careless search_path would find them.
for schema in mill public; do
  attack "what $schema has of Reeve's names is not called"
  sql -d "$db" -c 'GRANT ALL ON SCHEMA public TO mill_owner'
  hostile <<SQL
DO \$do\$
DECLARE
  f record;
BEGIN
  FOR f IN
    SELECT p.proname, pg_get_function_identity_arguments(p.oid) AS arguments,
      pg_get_function_result(p.oid) AS result
    FROM pg_proc p
    WHERE p.pronamespace = 'reeve'::regnamespace AND p.prokind = 'f'
  LOOP
    BEGIN
      EXECUTE format('CREATE FUNCTION $schema.%I(%s) RETURNS %s LANGUAGE plpgsql AS '
        '''BEGIN PERFORM evil.seen(); PERFORM evil.direct(); END''', f.proname, f.arguments, f.result);
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
  END LOOP;
  EXECUTE 'CREATE DOMAIN $schema.jsonb AS pg_catalog.jsonb CHECK (evil.fire_immutable(VALUE))';
  EXECUTE 'CREATE TABLE $schema.member(role_name text, rank text)';
  EXECUTE 'CREATE TABLE $schema.cell_order(xact_id xid8)';
END
\$do\$;
CREATE FUNCTION evil.direct() RETURNS void LANGUAGE plpgsql AS 'BEGIN RAISE ''shadowed''; END';
SQL
  [ "$(sql -d "$db" -c "SELECT count(*) > 300 FROM pg_proc WHERE pronamespace = '$schema'::regnamespace")" = t ] ||
    echo 'there are no such functions' >>"$work/session"
  allowed="$allowed|^[<>] (command|job)"
  act "$moderator1" 'find ware Silk' 'show ware:1' 'hide ware:2 --policy spam' 'undo A1' 'history ware:2' 'audit'
  [ "$status" = 0 ] || echo "exit $status" >>"$work/session"
  in_session "$senior1" "SET search_path = $schema, public; SELECT reeve.member_rank(); $(hide 3)
    $find_ware RESET search_path;"
  work_once collection.expire '{"collection": "deal"}'
  problems=()
  [ "$(number ran)" = 0 ] || problem "they were called $(number ran) times"
  [ ! -s "$work/session" ] || problem "$(cat "$work/session")"
  grep -q shadowed "$work/out" && problem 'one was called'
  [ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.command WHERE kind IN ('hide', 'undo') AND outcome = 'done'")" = 3 ] ||
    problem 'not everything was done'
  judge
done
finished
