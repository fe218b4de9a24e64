#!/usr/bin/env bash
# An event trigger of a superuser's that runs code of an app: PostgreSQL runs it as whoever creates,
# alters or drops something. It runs with no rights of Reeve's, nor with those of who installs it.
. "$(dirname "$0")/lib.sh"
. "$here/operate.sh"
catalog="$here/catalog.yaml"

# The event trigger of a DBA; the control is that it runs for a table that the app itself makes.
careless() { # EVENT [STATEMENTS OF A SUPERUSER'S]
  witness='CREATE TABLE evil.again(i int); ALTER TABLE evil.again ALTER i TYPE text USING i;
    DROP TABLE evil.again;'
  hostile <<'SQL'
CREATE FUNCTION evil.on_event() RETURNS event_trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); END';
SQL
  payload "EXECUTE pg_catalog.format('ALTER ROLE %I PASSWORD ''evil''', current_user);"
  sql -d "$db" -c "${2:-CREATE EVENT TRIGGER hostile ON $1 EXECUTE FUNCTION evil.on_event();}"
  control
}
control() {
  hostile <<<'CREATE TABLE evil.any(i int); ALTER TABLE evil.any ALTER i TYPE text USING i;
    DROP TABLE evil.any;'
  sql -d "$db" -c 'SET search_path = pg_catalog; SELECT 1 / (is_called::int) FROM evil.ran' \
    >/dev/null || { echo '# control: the event trigger does not run'; broken=$((broken + 1)); }
}
refused() { # [STATUS] every act was refused, and names it
  [ "$status" != 0 ] || echo 'NOT REFUSED' >>"$work/out"
  held "$(grep -q 'NOT REFUSED' "$work/out" && echo FALSE || echo TRUE)"
}
each() { # LOGIN ARGUMENT…: an act that must be refused
  operate "$@"
  { [ "$status" != 0 ] && grep -q hostile "$work/out"; } || echo "NOT REFUSED: $*" >>"$work/out"
}
wrapped="CREATE FUNCTION public.on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); END';
  CREATE EVENT TRIGGER hostile ON ddl_command_end EXECUTE FUNCTION public.on_ddl();"

# event_test.sql has the other ways from function to function.
nested="CREATE FUNCTION public.helper() RETURNS void LANGUAGE plpgsql AS 'BEGIN PERFORM fire(); END';
  CREATE FUNCTION public.on_ddl() RETURNS event_trigger LANGUAGE plpgsql SET search_path = public, evil AS
    'BEGIN PERFORM helper(); END';
  CREATE EVENT TRIGGER hostile ON ddl_command_end EXECUTE FUNCTION public.on_ddl();"
for event in ddl_command_start ddl_command_end sql_drop table_rewrite wrapped nested; do
  attack "an event trigger ($event) of the app's gets no rights of who installs Reeve"
  case $event in
    wrapped | nested) careless '' "${!event}" ;;
    *) careless "$event" ;;
  esac
  each "$PGUSER" upgrade
  each "$PGUSER" catalog apply "$catalog"
  each "$PGUSER" doctor
  if [ "$event" = ddl_command_end ]; then
    each "$PGUSER" doctor --full
    each "$PGUSER" uninstall --yes --audit "$work/audit.$tests"
  fi
  refused
done
attack "an event trigger of the app's gets no rights of reeve_owner by the worker"
careless ddl_command_end
sql -d "$db" <<'SQL'
ALTER EVENT TRIGGER hostile DISABLE;
SELECT format('DROP TABLE reeve.%I', relname) FROM pg_class WHERE relname ~ '^job_log_20[0-9]*$' \gexec
ALTER EVENT TRIGGER hostile ENABLE ALWAYS;
SQL
in_session reeve_worker "SELECT reeve.job_partition_keep(); SELECT reeve.job_partition_drop(30);"
in_session "$PGUSER" "SELECT reeve.search_begin(collection_id, TRUE, 100) FROM reeve.collection WHERE name = 'ware';"
status=$(grep -c RV002 "$work/out")
[ "$status" = 3 ] || status=0
refused
attack "an event trigger of the app's gets no rights of reeve_owner by an import"
careless ddl_command_end
import_as "$PGUSER"
refused
attack "an event trigger of a superuser's own, and one that is disabled, stop nothing"
careless ddl_command_end
sql -d "$db" -c 'ALTER EVENT TRIGGER hostile DISABLE' -c "CREATE FUNCTION public.tells()
  RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN RAISE DEBUG ''mill, evil''; END';
  CREATE FUNCTION public.log() RETURNS void LANGUAGE plpgsql SET search_path = public, evil AS
    'BEGIN PERFORM tells(1), public.tells(1); END';
  CREATE FUNCTION public.tells(int) RETURNS void LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION public.logs() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM public.log(); END';
  CREATE EVENT TRIGGER tells ON ddl_command_end EXECUTE FUNCTION public.tells();
  CREATE EVENT TRIGGER logs ON ddl_command_end EXECUTE FUNCTION public.logs();"
sql -d "$db" -o /dev/null -c "SELECT setval('evil.ran', 1, FALSE)"
operate "$PGUSER" upgrade
problems=()
[ "$status" = 0 ] || problem "upgrade said $status"
operate "$PGUSER" catalog apply "$catalog"
[ "$status" = 0 ] || problem "catalog apply said $status"
[ "$(number ran)" = 0 ] || problem 'the disabled event trigger ran'
judge
finished
