#!/usr/bin/env bash
# No code of an app leaves a setting, or anything else, in the session of whoever acts or looks.
. "$(dirname "$0")/lib.sh"

# From each kind of immediate code: the takeover by search_path, and two more settings.
poison="PERFORM pg_catalog.set_config('search_path', 'evil, pg_catalog', false);
  PERFORM pg_catalog.set_config('default_transaction_read_only', 'on', false);
  PERFORM pg_catalog.set_config('application_name', 'evil', false);"

# What the poisoned path would find first: each runs as whoever calls it.
shadows() {
  hostile <<'SQL'
CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.clock_timestamp(); END';
CREATE FUNCTION evil.now() RETURNS timestamptz LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.now(); END';
CREATE FUNCTION evil.array_length(anyarray, int) RETURNS int LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.array_length($1, $2); END';
CREATE FUNCTION evil.cardinality(anyarray) RETURNS int LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.cardinality($1); END';
CREATE FUNCTION evil.equal(text, text) RETURNS boolean LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN $1 OPERATOR(pg_catalog.=) $2; END';
CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.equal);
CREATE FUNCTION evil.joined(text, text) RETURNS text LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN $1 OPERATOR(pg_catalog.||) $2; END';
CREATE OPERATOR evil.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.joined);
CREATE FUNCTION evil.field(jsonb, text) RETURNS text LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN $1 OPERATOR(pg_catalog.->>) $2; END';
CREATE OPERATOR evil.->> (LEFTARG = jsonb, RIGHTARG = text, FUNCTION = evil.field);
CREATE FUNCTION evil.int_equal(int, int) RETURNS boolean LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN $1 OPERATOR(pg_catalog.=) $2; END';
CREATE OPERATOR evil.= (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.int_equal);
SQL
}

writes=('a BEFORE row trigger' 'an AFTER row trigger' 'a BEFORE statement trigger'
  'an AFTER statement trigger' 'a constraint trigger' 'a CHECK constraint' 'a generated column'
  'an index expression' 'a partial index' 'an exclusion constraint' 'a rule DO ALSO'
  'a policy USING' 'a policy WITH CHECK' 'a cascading foreign key')
for kind in "${writes[@]}"; do
  attack "$kind leaves no setting in the session of a moderator who hides"
  shadows
  vehicle "$kind"
  payload "$poison"
  in_session "$moderator1" "$(hide 1)"
  held

  attack "$kind that poisons search_path gets no function of its own run by Reeve"
  shadows
  vehicle "$kind"
  payload "$poison
    BEGIN
      INSERT INTO reeve.member(role_name, rank, added_by)
      VALUES ('$owner', 'senior', 'nobody');
    EXCEPTION WHEN OTHERS THEN NULL;
    END;"
  act "$senior1" 'hide ware:1 --policy spam' 'undo A1'
  held
done

# Looks: a policy, a cast and a report run while somebody reads.
look() { # VEHICLE QUERY SQL-OF-THE-VEHICLE
  attack "$1 leaves no setting in the session of a viewer: $2"
  shadows
  hostile <<<"$4"
  payload "$poison"
  in_session "$viewer1" "$3"
  held
}
read_policy="ALTER TABLE mill.ware ENABLE ROW LEVEL SECURITY;
  ALTER TABLE mill.ware FORCE ROW LEVEL SECURITY;
  CREATE POLICY hostile ON mill.ware USING (id > 2 OR evil.fire());"
look 'a policy' find "$find_ware" "$read_policy"
look 'a policy' show "$show_ware" "$read_policy"
look 'a view' 'view of a subject' "SELECT * FROM reeve.view_run('mill', 'stock', '1', '{}');" \
  'SELECT 1'
look 'a view' 'view of the app' "SELECT * FROM reeve.view_run('mill', 'board', NULL, '{}', 1);" \
  'SELECT 1'
look 'a policy' 'plan of an action' \
  "SELECT * FROM reeve.action_plan('hide', 'mill', 'ware', '1', '{\"policy\": \"spam\"}');" "$read_policy"
cast="CREATE FUNCTION evil.mood_text(mill.mood) RETURNS text LANGUAGE plpgsql AS
    'BEGIN PERFORM evil.fire(); RETURN ''loud''; END';
  CREATE CAST (mill.mood AS text) WITH FUNCTION evil.mood_text(mill.mood);
  CREATE FUNCTION evil.mood_json(mill.mood) RETURNS json LANGUAGE plpgsql AS
    'BEGIN PERFORM evil.fire(); RETURN ''1''; END';
  CREATE CAST (mill.mood AS json) WITH FUNCTION evil.mood_json(mill.mood);
  ALTER TABLE mill.person ENABLE ROW LEVEL SECURITY;
  ALTER TABLE mill.person FORCE ROW LEVEL SECURITY;
  CREATE POLICY hostile ON mill.person USING (id::text <> '' AND mood::text <> 'x'
    AND to_jsonb(mood) IS NOT NULL);"
look "a cast of the app's type" show \
  "SELECT field, value FROM reeve.subject_show('mill', 'person', '1');" "$cast"
look "a cast of the app's type" find \
  "SELECT key FROM reeve.subject_find('mill', 'person', 'zor', false, 3);" "$cast"
attack 'a policy that poisons search_path gets no function of its own run when a viewer finds'
shadows
hostile <<<"$read_policy"
payload "$poison"
act "$viewer1" 'find ware Silk' 'show ware:1' 'board' 'show 2' 'find ware Silk' 'search silk'
held

# Every setting that a user may change, one an act, in one session.
attack 'no setting at all outlives the act in which a trigger changes it'
vehicle 'a BEFORE row trigger'
settings=$(sql -d "$db" -c "SELECT count(*) FROM pg_settings WHERE context = 'user'")
change="DECLARE
    s record;
    turn bigint := pg_catalog.nextval('evil.turn');
  BEGIN
    SELECT p.name, p.vartype, p.setting, CASE p.vartype
      WHEN 'bool' THEN CASE p.setting WHEN 'on' THEN 'off' ELSE 'on' END
      WHEN 'enum' THEN (SELECT v FROM unnest(p.enumvals) v WHERE v <> p.setting LIMIT 1)
      WHEN 'string' THEN CASE p.name WHEN 'search_path' THEN 'evil, pg_catalog'
        WHEN 'DateStyle' THEN 'German' WHEN 'TimeZone' THEN 'Asia/Tokyo'
        WHEN 'client_encoding' THEN 'LATIN1' WHEN 'role' THEN 'mill_owner' ELSE 'evil' END
      ELSE CASE WHEN p.setting = p.max_val THEN p.min_val ELSE p.max_val END END AS other
    INTO s FROM (SELECT p.*, row_number() OVER (ORDER BY p.name) AS n FROM pg_settings p
      WHERE p.context = 'user') p
    WHERE p.n = turn;
    PERFORM pg_catalog.set_config(s.name, s.other, false);
  END;"
payload "$change"
hides=$(for n in $(seq "$settings"); do
  printf '%s\n\\o %s\n\\i %s\n\\o\nRESET ALL;\n' "$(hide "$n")" "$work/setting.$n" "$here/session.sql"
done)
in_session "$moderator1" "$hides"
for n in $(seq "$settings"); do
  diff "$work/session.before" "$work/setting.$n" | sed -n 's/^> /after an act: /p'
done >>"$work/session"
held "(SELECT last_value FROM evil.went) > $settings * 8 / 10"

attack 'no setting at all outlives the look in which a policy changes it'
hostile <<<"$read_policy"
payload "IF pg_catalog.current_setting('evil.once', true) IS DISTINCT FROM 'over' THEN
    PERFORM pg_catalog.set_config('evil.once', 'over', true);
    $change
  END IF;"
finds=$(for n in $(seq "$settings"); do
  printf '%s\n\\o %s\n\\i %s\n\\o\nRESET ALL;\n' "$find_ware" "$work/setting.$n" "$here/session.sql"
done)
in_session "$viewer1" "$finds"
for n in $(seq "$settings"); do
  diff "$work/session.before" "$work/setting.$n" | sed -n 's/^> /after a look: /p'
done >>"$work/session"
held

# What else a session keeps.
keeps() { # SENTENCE STATEMENTS
  for kind in 'a BEFORE row trigger' 'an AFTER statement trigger' 'a CHECK constraint' 'a rule DO ALSO'; do
    attack "$kind leaves no $1 in the session of who hides"
    vehicle "$kind"
    payload "$2"
    in_session "$moderator1" "$(hide 1)"
    held
  done
  attack "a policy leaves no $1 in the session of who finds"
  hostile <<<"$read_policy"
  payload "$2"
  in_session "$viewer1" "$find_ware"
  held
}
keeps 'prepared statement' "EXECUTE 'PREPARE kept AS SELECT evil.fire()';"
keeps 'LISTEN' "EXECUTE 'LISTEN evil';"
keeps 'session advisory lock' 'PERFORM pg_catalog.pg_advisory_lock(4711, n) FROM generate_series(1, 30) n;'
keeps 'temporary table' "EXECUTE 'CREATE TEMP TABLE IF NOT EXISTS member(role_name text, rank text)';"
keeps 'temporary function' "EXECUTE 'CREATE OR REPLACE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS ''SELECT pg_catalog.now()''';"
keeps 'holdable cursor' "IF pg_catalog.nextval('evil.turn') = 1 THEN
    EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.seen()';
  END IF;"
keeps 'custom setting' "PERFORM pg_catalog.set_config('evil.left', 'here', false);
  PERFORM pg_catalog.set_config('reeve.actor', 'postgres', false);"
keeps 'large object' 'PERFORM pg_catalog.lo_create(0);'
finished
