# Sourced by the attacks' tests on operators, after lib.sh.
#
# import_as LOGIN       imports two rows into mill.intake
# operate LOGIN …       runs a command of the program, with these arguments
# everything            what people, the worker and the installer do with an app, each as themselves

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
everything() {
  allowed="$allowed|^[<>] (command |job |column |relation reeve|schema reeve|function reeve|report|policy |trigger |role setting )"
  watch
  act "$senior1" 'find ware Silk' 'show ware:1' 'hide ware:2 --policy spam' 'undo A1' 'search ware Silk'
  act "$moderator1" 'ban person:2 --policy spam --for 1d' 'stock stall:1' 'list person:2 deal' 'find person Zor'
  import_as "$PGUSER"
  operate "$PGUSER" search reindex mill/ware
  operate "$PGUSER" catalog check "$here/catalog.yaml"
  operate "$PGUSER" catalog apply "$here/catalog.yaml"
  operate "$PGUSER" doctor
  operate "$PGUSER" adopt --schema mill
  { cat "$work/copy.yaml"; sql -d "$db" -c "SELECT 'drop: [' || string_agg(attname, ', ') || ']' FROM pg_attribute
    WHERE attrelid = 'mill.ware'::regclass AND attnum > 5 AND NOT attisdropped HAVING count(*) > 0"; } >"$work/all.yaml"
  operate "$PGUSER" migrate start "$work/all.yaml"
  operate "$PGUSER" migrate verify "$work/all.yaml"
  operate "$PGUSER" migrate cutover "$work/all.yaml"
  work_once collection.expire '{"collection": "deal"}'
}
