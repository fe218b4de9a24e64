# Sourced by the attacks' tests on operators, after lib.sh.
#
# import_as LOGIN       imports two rows into mill.intake
# operate LOGIN …       runs a command of the program, with these arguments

cat >"$work/intake.yaml" <<'YAML'
app: mill
source: intake
format: ndjson
table: intake
key: [id]
columns:
  id: {from: id}
  title: {from: title}
YAML
printf '{"id": 1, "title": "one"}\n{"id": 2, "title": "two"}\n' >"$work/intake.ndjson"
cat >"$work/copy.yaml" <<'YAML'
app: mill
copy: wares
source: {schema: mill, table: ware}
target: {schema: mill, table: ware2}
key: [id]
columns:
  id: {from: id}
  stall_id: {from: stall_id}
  title: {from: title}
  note: {from: note}
  hidden_until: {from: hidden_until}
YAML
import_as() { # LOGIN
  allowed="$allowed|^[<>] (command [^ ]+ import|job |relation reeve_stage|schema reeve_stage |column mill\.intake )"
  watch
  timeout 600 "$reeve" import run "$work/intake.ndjson" --mapping "$work/intake.yaml" \
    --dsn "dbname=$db user=$1" >>"$work/out" 2>&1 </dev/null
  status=$?
}
operate() { # LOGIN ARGUMENT…
  local login=$1
  shift
  watch
  timeout 600 "$reeve" "$@" --dsn "dbname=$db user=$login" >>"$work/out" 2>&1 </dev/null
  status=$?
}
program="BEGIN
    EXECUTE 'COPY (SELECT 1) TO PROGRAM ''cat >/dev/null''';
    PERFORM pg_catalog.nextval('evil.turn');
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    EXECUTE 'ALTER ROLE $owner SUPERUSER';
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  PERFORM pg_catalog.set_config('search_path', 'evil, pg_catalog', false);"
no_program='(SELECT NOT is_called FROM evil.turn)'
