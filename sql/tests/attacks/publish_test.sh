#!/usr/bin/env bash
# Publications: one of all tables stops nothing of Reeve's, and an app that makes its rows
# unchangeable by one stops only actions on itself, which say why.
. "$(dirname "$0")/lib.sh"

well() { # everything went well
  problems=()
  ! grep -Eq 'replica identity|REPLICA IDENTITY|ERROR|55000' "$work/out" || problem 'it was stopped'
  for one in "$@"; do
    [ "$(sql -d "$db" -c "SELECT $one")" = t ] || problem "not so: $one"
  done
  judge
}
work_all() {
  timeout 600 "$reeve" work --once --sink "$work/sink" --dsn "dbname=$db user=reeve_worker" \
    >>"$work/out" 2>&1 </dev/null || echo "ERROR: work: $?" >>"$work/out"
}
mkdir -p "$work/sink"

attack 'a publication of all tables stops neither actions, search, jobs nor catalogs'
watched=1
sql -d "$db" -c 'CREATE PUBLICATION everything FOR ALL TABLES; CREATE TABLE evil.bare(i int);
  INSERT INTO evil.bare VALUES (1);'
! sql -d "$db" -c 'DELETE FROM evil.bare' 2>/dev/null || echo 'ERROR: control: it stops no table' >>"$work/out"
"$reeve" catalog apply "$here/catalog.yaml" --dsn "dbname=$db user=$PGUSER" >>"$work/out" 2>&1 ||
  echo "ERROR: catalog apply" >>"$work/out"
"$reeve" search reindex mill/ware --dsn "dbname=$db user=$PGUSER" >>"$work/out" 2>&1 ||
  echo "ERROR: reindex" >>"$work/out"
act "$moderator1" 'hide ware:2 --policy spam' 'ban person:2 --policy spam --for 1d' 'undo A1'
[ "$status" = 0 ] || echo "ERROR: act $status" >>"$work/out"
hostile <<<"UPDATE mill.ware SET title = 'Velvet thing' WHERE id = 3; DELETE FROM mill.deal;
  DELETE FROM mill.ware WHERE id = 5;"
work_all
sql -d "$db" -U reeve_worker -o /dev/null >>"$work/out" 2>&1 \
  -c 'SELECT reeve.search_take(collection_id, 1000) FROM reeve.search_tick()'
sql -d "$db" -o /dev/null -c 'SELECT reeve.job_delta_fold(); SELECT reeve.job_partition_drop(1)' >>"$work/out" 2>&1
act "$moderator1" 'search ware Velvet'
grep -q 'ware:3' "$work/out" || echo 'ERROR: search does not find what was changed' >>"$work/out"
# What a table of Reeve's has no identity for, nothing could change.
well "(SELECT count(*) = 0 FROM pg_class c WHERE c.relkind = 'r' AND c.relpersistence = 'p'
    AND c.relnamespace::regnamespace::text IN ('reeve', 'reeve_index', 'reeve_stage')
    AND c.relname <> 'reeve_written' AND (c.relreplident = 'n' OR c.relreplident = 'd'
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)))"

stops() { # SENTENCE SQL
  attack "$1"
  sql -d "$db" -c "GRANT CREATE ON DATABASE $db TO mill_owner"
  hostile <<<"$2"
  problems=()
  ! sql -d "$db" -U "$owner" -c 'SET ROLE mill_owner' -c 'UPDATE mill.ware SET note = note WHERE id = 2' 2>/dev/null ||
    problem 'control: it does not stop the app either'
  act "$moderator1" 'hide ware:2 --policy spam'
  [ "$status" = 1 ] || problem "exit $status"
  grep 'ware' "$work/out" | grep -q "SQLSTATE $3" || problem 'the refusal does not say why'
  [ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.command WHERE outcome = 'done' AND kind = 'hide'")" = 0 ] ||
    problem 'it is done on the record'
  hostile <<<'DROP PUBLICATION hostile'
  act "$moderator1" 'hide ware:2 --policy spam'
  [ "$status" = 0 ] || problem "afterwards exit $status"
  judge
}
stops 'an app that publishes a table without an identity makes an action say why' \
  'ALTER TABLE mill.ware REPLICA IDENTITY NOTHING; CREATE PUBLICATION hostile FOR TABLE mill.ware;' 55000
stops 'an app that publishes by a column beyond the identity makes an action say why' \
  "CREATE PUBLICATION hostile FOR TABLE mill.ware WHERE (title <> 'x');" 42P10

attack 'a publication evaluates no code of the app'
problems=()
hostile <<<'CREATE FUNCTION evil.filter(bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
  $b$ BEGIN PERFORM evil.fire(); RETURN TRUE; END $b$; CREATE TABLE evil.filtered AS SELECT evil.filter(1);'
[ "$(number ran)" = 1 ] || problem 'control: the function does not run'
! psql -XqAt -d "$db" -U "$owner" -c 'SET ROLE mill_owner' \
  -c 'CREATE PUBLICATION hostile FOR TABLE mill.ware WHERE (evil.filter(id))' >>"$work/out" 2>&1 ||
  problem 'PostgreSQL takes a function of the app as a filter'
judge
finished
