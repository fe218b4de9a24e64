#!/usr/bin/env bash
# The database's owner, who may be an app's, sets a search_path for all who connect: no operator of
# theirs is in for PostgreSQL's in what Reeve's programs ask.
. "$(dirname "$0")/lib.sh"
for scope in "DATABASE %s" "ROLE ALL IN DATABASE %s"; do
  attack "search_path set by ALTER ${scope%%%*}reaches no statement of Reeve's programs"
  hostile <<'SQL'
CREATE FUNCTION evil.eq(text, text) RETURNS boolean LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.seen(); RETURN $1 OPERATOR(pg_catalog.=) $2; END';
CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.eq);
SQL
  problems=()
  # shellcheck disable=SC2059
  sql -d postgres -c "ALTER $(printf "$scope" "\"$db\"") SET search_path = evil, pg_catalog"
  [ "$(sql -d "$db" -U "$viewer1" -c "SELECT text 'a' = text 'a'")" = t ] &&
    [ "$(sql -d "$db" -c 'SET search_path = pg_catalog; SELECT is_called FROM evil.as_other')" = t ] ||
    problem 'control: the operator does not run'
  sql -d "$db" -c 'SET search_path = pg_catalog' -c 'ALTER SEQUENCE evil.ran RESTART' \
    -c 'ALTER SEQUENCE evil.as_other RESTART'
  for one in 'find ware Silk' 'show ware:2' 'hide ware:2 --policy spam' 'team' 'audit'; do
    timeout 600 "$reeve" --app mill --yes --dsn "dbname=$db user=$senior1" -c "$one" \
      >>"$work/out" 2>&1 </dev/null || problem "$one failed"
  done
  for one in upgrade 'catalog check --app mill' 'doctor --full'; do
    # shellcheck disable=SC2086
    "$reeve" $one --dsn "dbname=$db user=$PGUSER" >>"$work/out" 2>&1 </dev/null
  done
  [ "$(sql -d "$db" -c 'SET search_path = pg_catalog; SELECT is_called FROM evil.ran')" = f ] ||
    problem "its operator ran as $(sql -d "$db" -c 'SET search_path = pg_catalog;
      SELECT last_value::regrole FROM evil.as_other')"
  judge
done
finished
