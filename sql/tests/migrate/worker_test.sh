#!/usr/bin/env bash
# A table moves to another server, copied, followed and verified by a real worker with its own login, while
# the app writes: what the worker's manifest must say, what a killed worker leaves, and what those gain who
# forge jobs, lead the worker elsewhere or hold its login.
# Connects by libpq's environment as a superuser; the target's server is this script's own. REEVE is the
# console, REEVE_TEST_TEMPLATE what the database is a copy of.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=worker_copy_$$ owner=worker_copy_owner_$$ moderator=worker_copy_moderator_$$ migrator=worker_copy_migrator_$$
work=$(mktemp -d /tmp/reeve-worker-copy.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
. "$root/scripts/cluster.sh"
PG_BIN=${PG_BIN:?}
near_host=$PGHOST near_port=${PGPORT:-5432} near_user=${PGUSER:-postgres}
worker= brake=
export PGSERVICEFILE=$work/services PGPASSFILE=$work/passwords
near() { PGHOST=$near_host PGPORT=$near_port PGUSER=$near_user "$@"; }
sql() { near psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
as() { near psql -XqAt -d "$base" -U "$1" -c "$2" 2>&1; }
migrate() { near "$reeve" migrate "$1" "$work/mapping.yaml" "${@:2}" --dsn "dbname=$base" 2>&1; }
console() { near "$reeve" --dsn "dbname=$base user=$moderator" -c "$1" 2>&1; }
there() { psql -XqAt -v ON_ERROR_STOP=1 "host=$cluster port=5432 user=postgres dbname=${database:-target}" "$@"; }
finish() {
  local status=$?
  [ -z "$worker" ] || kill -9 "$worker"
  [ -z "$brake" ] || kill "$brake"
  cluster_stop
  near psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)"
  near psql -XqAt -d postgres <<SQL
SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE rolname ~ '^reeve_.*_parcel$'
  AND NOT EXISTS (SELECT FROM pg_shdepend d WHERE d.refobjid = pg_roles.oid) \gexec
DROP ROLE IF EXISTS $owner, $moderator, $migrator
SQL
  rm -rf "$work"
  exit "$status"
} 2>/dev/null
trap finish EXIT
. "$root/sql/tests/checks.sh"
transcript=$work/log

cluster_start 'jit = off' 'password_encryption = scram-sha-256' || exit 1
printf 'local all mover scram-sha-256\nlocal all all trust\n' >"$cluster/data/pg_hba.conf"
psql -XqAt "host=$cluster user=postgres dbname=postgres" -c 'SELECT pg_reload_conf()' -o /dev/null \
  -c "CREATE ROLE mover LOGIN PASSWORD 'right and secret'" -c 'CREATE DATABASE target'
there <<'SQL'
CREATE SCHEMA reeve_copy AUTHORIZATION mover;
CREATE SCHEMA moved;
GRANT USAGE ON SCHEMA moved TO mover;
CREATE TABLE moved.parcel(id bigint PRIMARY KEY, note text, cents bigint NOT NULL);
GRANT SELECT, INSERT, UPDATE, DELETE, TRIGGER ON moved.parcel TO mover;
CREATE FUNCTION moved.brake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = 5000 THEN
    PERFORM pg_advisory_xact_lock_shared(1);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER brake BEFORE INSERT ON moved.parcel FOR EACH ROW EXECUTE FUNCTION moved.brake();
SQL
printf '[%s]\nhost=%s\nport=5432\ndbname=%s\nuser=mover\n' target "$cluster" target staging "$cluster" staging \
  >"$PGSERVICEFILE"
echo "*:*:*:mover:right and secret" >"$PGPASSFILE"
chmod 600 "$PGPASSFILE"

near psql -XqAt -v ON_ERROR_STOP=1 -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $owner LOGIN" -c "CREATE ROLE $moderator LOGIN IN ROLE reeve_moderator" \
  -c "CREATE ROLE $migrator LOGIN IN ROLE reeve_migrator" || exit 1
sql <<SQL || exit 1
GRANT CONNECT ON DATABASE $base TO PUBLIC;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$moderator', 'moderator', 'test');
CREATE SCHEMA parcel AUTHORIZATION $owner;
SET ROLE $owner;
CREATE TABLE parcel.parcel(id bigint PRIMARY KEY, note text, amount numeric(12, 2) NOT NULL);
INSERT INTO parcel.parcel SELECT n, E'a\t\\\\' || n, n FROM generate_series(1, 20000) n;
ANALYZE parcel.parcel;
RESET ROLE;
SELECT FROM reeve.catalog_apply(jsonb_build_object('app', 'parcel', 'schema', 'parcel', 'title', 'Parcels',
  'owner', '$owner', 'collections', jsonb_build_object('parcel', jsonb_build_object(
    'table', 'parcel', 'key', '["id"]'::jsonb, 'label', 't.note', 'show', '["note"]'::jsonb))));
SQL
cat >"$work/mapping.yaml" <<'YAML'
app: parcel
copy: parcels
source: {schema: parcel, table: parcel}
target: {schema: moved, table: parcel, server: service=target}
key: [id]
columns:
  id: {from: id}
  note: {from: note}
  cents: {from: amount, up: ($v * 100)::bigint, down: $v / 100.0}
YAML
manifest() { # [SERVER]: writes the worker's manifest, to this server; to none without
  if [ $# = 0 ]; then echo 'copies: {parcel/others: {server: service=target}}'; else
    echo "copies: {parcel/parcels: {server: '$1'}}"
  fi >"$work/worker.yaml"
}
work_on() { # [ARGUMENT…]: starts the worker, with its own login
  PGHOST=$near_host PGPORT=$near_port PGUSER=$near_user "${reeve}-worker" --dsn "dbname=$base user=reeve_worker" \
    --manifest "$work/worker.yaml" --sink "$work/notices" "$@" >>"$work/log" 2>&1 &
  worker=$!
}
stop() { kill "$worker"; wait "$worker" 2>/dev/null; worker=; }
job() { sql -c "SELECT max(j.job_id) FROM reeve.job j JOIN reeve.job_kind k USING (kind_id) WHERE k.name = '$1'"; }
state() { sql -c "SELECT state FROM reeve.job_location(ARRAY[$1::bigint])"; }
state_is() { [ "$(state "$1")" = "$2" ]; }
note() { sql -c "SELECT note FROM reeve.job_progress WHERE job_id = $1"; }
notes() { grep -qE -- "$2" <<<"$(note "$1")"; }
reason() { sql -c "SELECT error FROM reeve.job_end WHERE job_id = $1 ORDER BY lease DESC LIMIT 1"; }
due() { sql -c "UPDATE reeve.job_timer SET due_at = clock_timestamp()"; } # as if the time had come
due_until() { local end=$((SECONDS + 60)); until "$@"; do due; [ $SECONDS -lt $end ] || return 1; done; }
lease() { # of the last attempt
  sql -c "SELECT coalesce(max(l.lease), 0) FROM (SELECT job_id, lease FROM reeve.job_timer UNION ALL
    SELECT job_id, lease FROM reeve.job_ready UNION ALL SELECT job_id, lease FROM reeve.job_run) l WHERE l.job_id = $1"
}
lease_over() { [ "$(lease "$1")" -gt "$2" ]; }
rows_here() { sql -c "SELECT md5(string_agg(concat_ws('|', id, note, (amount * 100)::bigint), ',' ORDER BY id)) FROM parcel.parcel"; }
rows_there() { there -c "SELECT md5(string_agg(concat_ws('|', id, note, cents), ',' ORDER BY id)) FROM moved.parcel"; }
equal() { due; [ "$(rows_here)" = "$(rows_there)" ]; }
mkdir "$work/notices"

# The plan and the start say what the workers lack.
like 'the plan says what a worker needs' "$(migrate plan)" \
  'workers +parcel/parcels: for `--job` a worker needs in its manifest `copies: \{parcel/parcels: \{server: …\}\}`'
is 'it writes nothing there' "$(there -c "SELECT to_regclass('reeve_copy.copy') IS NULL")" t

# A job for a copy that nobody prepared for workers.
migrate start --until 20s >"$work/out"
copy=$(sql -c 'SELECT max(copy_id) FROM reeve.live_copy')
manifest service=target
forged=$(as "$migrator" "SELECT reeve.enqueue('migrate.copy', '{\"copy\": $copy}')")
work_on --once
wait "$worker"
worker=
is 'a copy that no installer gave to workers is not done by one' "$(state "$forged")" discarded
like 'and that is said' "$(reason "$forged")" 'not noted which database the target is in'
migrate finish --abandon >"$work/out"
is 'abandoned, the target is empty' "$(there -c 'SELECT count(*) FROM moved.parcel')" 0

# Forged jobs.
like "the app's owner enqueues no job" "$(as "$owner" "SELECT reeve.enqueue('migrate.copy', '{\"copy\": $copy}')")" \
  'permission denied'
like 'and writes no row of one' "$(as "$owner" "INSERT INTO reeve.job(kind_id, queue_id) VALUES (1, 1)")" 'permission denied'
like 'nor of a copy' "$(as "$owner" "UPDATE reeve.live_copy SET server = 'host=evil'")" 'permission denied'
like 'a moderator enqueues no job that copies' \
  "$(as "$moderator" "SELECT reeve.enqueue('migrate.copy', '{\"copy\": $copy}')")" "$moderator may not enqueue that"
like 'nor one that verifies' \
  "$(as "$moderator" "SELECT reeve.enqueue('migrate.verify', '{\"copy\": $copy}')")" "$moderator may not enqueue that"
like 'and writes no row of one' "$(as "$moderator" "INSERT INTO reeve.job(kind_id, queue_id) VALUES (1, 1)")" 'permission denied'
like 'nor of a copy' "$(as "$moderator" "UPDATE reeve.live_copy SET server = 'host=evil'")" 'permission denied'

# A manifest that does not name it.
manifest
told=$(migrate start --job --parallel 3)
like 'a start for the workers says which job it is' "$told" '^started; job [0-9]+ copies and follows$'
like 'and that no worker can do it yet' "$told" \
  "no running worker's manifest says where the target of parcel/parcels is"
like 'and what to write where' "$told" "copies: \{parcel/parcels: \{server: 'service=target'\}\}"
like 'and where the password belongs' "$told" 'The password belongs in ~/.pgpass or a service file'
copying=$(job migrate.copy)
copy=$(sql -c 'SELECT max(copy_id) FROM reeve.live_copy')
is 'the target knows the copy before any worker comes' "$(there -c 'SELECT phase FROM reeve_copy.copy')" copying
work_on
until_true notes "$copying" 'manifest of this worker does not say where the target of parcel/parcels is'
like 'a worker whose manifest lacks it says so' "$(note "$copying")" 'does not say where'
is 'and copies nothing' "$(there -c 'SELECT count(*) FROM moved.parcel')" 0
is 'the job waits, at no cost' "$(sql -c "SELECT count(*) FROM reeve.job_end WHERE job_id = $copying AND outcome <> 'scheduled'")" 0

# A wrong password, with the manifest corrected while it runs.
echo '*:*:*:mover:wrong and secret' >"$PGPASSFILE"
manifest service=target
kill -HUP "$worker"
due_until notes "$copying" 'password authentication failed'
like 'a wrong password is what the job waits for' "$(note "$copying")" "password authentication failed for user .mover"
like 'the console shows it' "$(console "jobs show $copying")" 'password authentication failed'
is 'no password is told' "$({ cat "$work/log"; sql -c 'SELECT line FROM reeve.job_log' -c 'TABLE reeve.job_progress'; } | grep -c secret)" 0

# Another database than planned: a dump of the target, restored elsewhere.
echo '*:*:*:mover:right and secret' >"$PGPASSFILE"
there -c 'CREATE DATABASE staging TEMPLATE target'
manifest service=staging
kill -HUP "$worker"
due_until state_is "$copying" discarded
like 'a manifest that leads elsewhere ends the job' "$(reason "$copying")" \
  'leads to another database than the one to which the copy goes; It leads to database staging .* as mover.; The copy goes to database target .* as mover'
is 'and nothing was written there' "$(database=staging there -c 'SELECT count(*) FROM moved.parcel')" 0
manifest "host=$cluster dbname=target user=postgres"
kill -HUP "$worker"
migrate start --job >"$work/out"
copying=$(job migrate.copy)
due_until state_is "$copying" discarded
like 'as does another login' "$(reason "$copying")" 'It leads to database target .* as postgres'
there -c 'GRANT pg_write_server_files TO mover'
manifest service=target
kill -HUP "$worker"
migrate start --job >"$work/out"
copying=$(job migrate.copy)
due_until state_is "$copying" discarded
like 'as does a login that may use the files of the server' "$(reason "$copying")" "may use the server's files"
there -c 'REVOKE pg_write_server_files FROM mover'
stop

# Nothing in a table leads the worker elsewhere; killed in the middle, it continues.
sql -c "UPDATE reeve.live_copy SET server = 'service=staging',
  mapping = jsonb_set(mapping, '{target,server}', '\"service=staging\"') WHERE copy_id = $copy"
coproc holder { psql -XqAt "host=$cluster port=5432 user=postgres dbname=target"; }
brake=$!
echo 'SELECT pg_advisory_lock(1);' >&"${holder[1]}"
held() { [ "$(there -c "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")" = 1 ]; }
until_true held
sql -c "SELECT reeve.enqueue('migrate.copy', '{\"copy\": $copy, \"parallel\": 3}', unique_key => 'migrate.copy:$copy')" >"$work/out"
copying=$(job migrate.copy)
work_on
braked() { [ "$(there -c "SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = 'mover' AND wait_event = 'advisory'")" = t ]; }
until_true braked
is 'the worker copies to where its manifest says' "$(there -c 'SELECT count(*) > 0 FROM moved.parcel')" t
is 'whatever a table says' "$(database=staging there -c 'SELECT count(*) FROM moved.parcel')" 0
like 'as its own login' "$(sql -c "SELECT string_agg(DISTINCT usename::text, ' ') FROM pg_stat_activity
  WHERE datname = '$base' AND application_name ~ '^reeve worker'")" '^reeve_worker$'
like 'jobs shows how far it is' "$(console "jobs show $copying")" '^ +done +[1-9][0-9]*'
kill -9 "$worker"
wait "$worker" 2>/dev/null
worker=
sql -c "UPDATE parcel.parcel SET amount = amount + 1 WHERE id % 7 = 0" -c 'DELETE FROM parcel.parcel WHERE id % 11 = 0' \
  -c "INSERT INTO parcel.parcel SELECT n, 'new', n FROM generate_series(20001, 20100) n"
echo '\q' >&"${holder[1]}"
wait "$brake" 2>/dev/null
brake=
sql -c "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'"
work_on
until_true equal
is 'killed in the middle, the next worker continues' "$(rows_there)" "$(rows_here)"
is 'the attempt of the dead one was lost' "$(sql -c "SELECT string_agg(DISTINCT outcome, ' ') FROM reeve.job_end WHERE job_id = $copying AND outcome = 'lost'")" lost
is 'still nothing was written elsewhere' "$(database=staging there -c 'SELECT count(*) FROM moved.parcel')" 0
sql -c "UPDATE reeve.live_copy SET server = 'service=target',
  mapping = jsonb_set(mapping, '{target,server}', '\"service=target\"') WHERE copy_id = $copy"

# It follows, pauses and resumes.
like 'the plan knows the worker' "$(migrate plan)" "workers +parcel/parcels: a running worker's manifest says where the target is" 
sql -c "UPDATE parcel.parcel SET note = 'followed' WHERE id = 1"
until_true equal
is 'it follows' "$(there -c 'SELECT note FROM moved.parcel WHERE id = 1')" followed
migrate pause >"$work/out"
due_until notes "$copying" '^paused by '
sql -c "UPDATE parcel.parcel SET note = 'paused' WHERE id = 1"
before=$(lease "$copying")
due_until lease_over "$copying" $((before + 1))
is 'paused, it brings nothing' "$(there -c 'SELECT note FROM moved.parcel WHERE id = 1')" followed
migrate resume >"$work/out"
until_true equal
is 'resumed, it brings all' "$(there -c 'SELECT note FROM moved.parcel WHERE id = 1')" paused

# It verifies.
migrate verify --job >"$work/out"
like 'a verification is a job' "$(<"$work/out")" '^job [0-9]+ compares$'
verifying=$(job migrate.verify)
due_until state_is "$verifying" completed
like 'which compares all rows' "$(near "$reeve" migrate status --dsn "dbname=$base" 2>&1)" 'verified .*: [0-9]+ rows, 0 differing'
there -c "UPDATE moved.parcel SET note = 'forged' WHERE id = 3"
migrate verify --job >"$work/out"
verifying=$(job migrate.verify)
due_until state_is "$verifying" discarded
like 'and finds one that was written there' "$(reason "$verifying")" '^compared [0-9]+ rows, 1 differ'
sql -c "UPDATE parcel.parcel SET note = 'again' WHERE id = 3"
until_true equal

# The worker's login alone.
login() { as reeve_worker "$1"; }
like "the worker's login reads no row without a job" "$(login "SELECT * FROM reeve.remote_page($copy, NULL, 10)")" \
  'reeve_worker may not copy tables'
like 'nor by a lease that is not live' "$(login "SELECT * FROM reeve.remote_lines($copy, '{1}', $copying, 1)")" \
  'another attempt runs the job'
stop
other=$(sql -c "SELECT reeve.enqueue('search.verify', '{\"copy\": $copy}')")
version=$(sql -c 'SELECT max(version) FROM reeve.worker')
lease=$(login "SELECT worker_id || '|' || nonce FROM reeve.worker_register('default', 'forger', 1, '$version')")
claimed=$(login "SELECT job_id, lease, kind FROM reeve.job_claim(${lease%|*}, '${lease#*|}', '{0,0,0}', 100)")
other_lease=$(grep "^$other|" <<<"$claimed" | cut -d '|' -f 2)
like 'nor by the lease of a job of another kind' \
  "$(login "SELECT * FROM reeve.remote_lines($copy, '{1}', $other, ${other_lease:-0})")" 'is for no copy to another database'
like 'it writes no row of the source' "$(login "SELECT reeve.remote_take($copy, 1, '{1}', '{x}')")" 'permission denied'
like 'and makes no cutover' "$(login "SELECT reeve.remote_close($copy)")" 'permission denied'
like 'nor says which database the target is in' "$(login "SELECT reeve.remote_bind($copy, '{}')")" 'permission denied'
sql -c "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'"

# The cutover is the installer's.
work_on
registered() { [ "$(sql -c "SELECT count(*) FROM reeve.worker WHERE pid = $worker AND ended_at IS NULL")" = 1 ]; }
until_true registered
migrate verify >"$work/out"
like 'the console verifies beside the job' "$(<"$work/out")" 'differing 0'
like 'and cuts over' "$(migrate cutover)" 'moved.parcel at service=target is live'
due_until state_is "$copying" completed
is 'then the job has ended' "$(state "$copying")" completed
is 'with all rows there' "$(rows_there)" "$(rows_here)"
stop

# What a manifest may say.
manifest "host=$cluster dbname=target user=mover password=right"
near "${reeve}-worker" --dsn "dbname=$base user=reeve_worker" --manifest "$work/worker.yaml" --sink "$work/notices" --once \
  >"$work/out" 2>&1
is 'a manifest with a password is refused' "$?" 2
like 'and that is said without it' "$(<"$work/out")" 'worker.yaml:1:.*holds a password'
manifest service=target
PGPASSWORD=own near "${reeve}-worker" --dsn "dbname=$base user=reeve_worker" --manifest "$work/worker.yaml" \
  --sink "$work/notices" --once >"$work/out" 2>&1
is "the password of the worker's own database goes to no other" "$?" 2
like 'nor in silence' "$(<"$work/out")" 'PGPASSWORD would be sent to their servers too'
checked
