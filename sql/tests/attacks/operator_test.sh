#!/usr/bin/env bash
# What an operator orders on an app's tables, as their owner, runs as nobody else: no code of the
# app becomes the operator, whether superuser or installer, or waits for them in the session.
. "$(dirname "$0")/lib.sh"
. "$here/operate.sh"
installer=installer_$base
logins+=("$installer")
sql -d "$base" <<SQL
CREATE ROLE $installer LOGIN CREATEROLE;
GRANT reeve_owner, reeve_access, mill_owner TO $installer;
GRANT reeve_writer_mill, reeve_reader_mill TO $installer;
ALTER TABLE mill.ware ADD place mill.mood, ADD reach int;
UPDATE mill.ware SET place = 'calm' WHERE id < 4;
SQL
{ cat "$work/copy.yaml"; echo 'drop: [place, reach]'; } >"$work/moods.yaml"
{ cat "$work/copy.yaml"; echo 'drop: [place]'; echo 'down: {reach: "NULL"}'; } >"$work/spans.yaml"
sed -e 's/^source: .*/source: {schema: mill, table: ware, parts: {tags: {table: tag, key: [ware_id], each: [number]}}}/' \
  -e '$a\  tags: {from: tags}\ndrop: [place, reach]' "$work/copy.yaml" >"$work/parts.yaml"

# Everything by which code could leave the role that it runs as, or wait for the session's user.
escape="
  BEGIN EXECUTE 'RESET ROLE'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'SET ROLE postgres'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'SET SESSION AUTHORIZATION DEFAULT'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN PERFORM pg_catalog.set_config('role', 'none', false); EXCEPTION WHEN OTHERS THEN NULL; END;
  PERFORM evil.seen();
  $program
  BEGIN EXECUTE 'ALTER ROLE $owner CREATEROLE'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'INSERT INTO reeve.member(role_name, rank, added_by) VALUES (''$owner'', ''senior'', ''x'')';
  EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'LISTEN evil'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'PREPARE evil AS SELECT 1'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'CREATE TEMPORARY TABLE evil(n int)'; EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN EXECUTE 'DECLARE evil CURSOR WITH HOLD FOR SELECT evil.late()';
  EXCEPTION WHEN OTHERS THEN NULL; END;
  BEGIN INSERT INTO evil.later SELECT 1 WHERE NOT EXISTS (SELECT FROM evil.later); EXCEPTION WHEN OTHERS THEN NULL; END;
  PERFORM pg_catalog.pg_advisory_lock(4711);"
# A literal that is read, a cast or a CHECK constraint, each calling evil.fire().
armed() {
  hostile <<'SQL'
CREATE TABLE evil.later(n int);
CREATE CONSTRAINT TRIGGER hostile AFTER INSERT ON evil.later DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION evil.fire_row();
CREATE DOMAIN evil.number AS int CONSTRAINT hostile CHECK (evil.fire_immutable(VALUE));
CREATE TYPE evil.span AS RANGE (subtype = evil.number);
CREATE FUNCTION evil.cast_mood(mill.mood) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS
  'BEGIN PERFORM evil.fire(); RETURN 1; END';
CREATE CAST (mill.mood AS bigint) WITH FUNCTION evil.cast_mood(mill.mood) AS IMPLICIT;
SQL
  allowed="$allowed|^[<>] (command |job |trigger |function reeve\.|relation reeve|column )"
  witness="SELECT '[1,2)'::evil.span"
  culprit='evil|hostile'
}
# Child rows with a type whose cast to JSON is the app's, and a view of them.
tags() {
  hostile <<'SQL'
CREATE TYPE mill.shade AS ENUM ('dark', 'pale');
CREATE TABLE mill.tag(ware_id bigint REFERENCES mill.ware, number int, shade mill.shade,
  PRIMARY KEY (ware_id, number));
INSERT INTO mill.tag SELECT id, 1, 'dark' FROM mill.ware;
ALTER TABLE mill.ware2 ADD tags jsonb NOT NULL DEFAULT '[]';
CREATE FUNCTION evil.json_shade(mill.shade) RETURNS json LANGUAGE plpgsql IMMUTABLE AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.to_json($1::text); END';
CREATE CAST (mill.shade AS json) WITH FUNCTION evil.json_shade(mill.shade);
CREATE VIEW mill.silk AS SELECT number, '[1,2)'::evil.span AS reach FROM mill.tag;
SQL
}
# The hostile code is armed only when everything is ready: nothing of it ran before.
ready() { # COMMAND…
  local command
  for command; do
    "$reeve" migrate "$command" "${mapping:-$work/moods.yaml}" --dsn "dbname=$db user=$PGUSER" \
      >>"$work/out" 2>&1 || { echo "not ready: $command" >>"$work/session"; }
  done
}
no_right="(SELECT NOT rolsuper AND NOT rolcreaterole FROM pg_roles WHERE rolname = '$owner')"
ran="(SELECT is_called FROM evil.ran)"
went="(SELECT is_called FROM evil.went)"
isso() { held "$no_right" "$no_program" "$ran" "$@"; }

for login in "$PGUSER" "$installer"; do
  who=${login%%_*}
  attack "a foreign key that a cutover moves and validates runs nothing as the $who"
  armed
  hostile <<<"ALTER TABLE mill.deal ADD place mill.mood CONSTRAINT hostile REFERENCES mill.ware;
    UPDATE mill.deal SET place = 'calm';"
  ready start verify
  payload "$escape"
  operate "$login" migrate cutover "$work/moods.yaml"
  isso "(SELECT phase = 'live' FROM reeve.live_copy)" "$went"

  attack "a foreign key that a rollback restores and validates runs nothing as the $who"
  armed
  hostile <<<"ALTER TABLE mill.ware ADD CONSTRAINT hostile FOREIGN KEY (place) REFERENCES mill.stall;"
  ready start verify cutover
  payload "$escape"
  operate "$login" migrate rollback "$work/moods.yaml"
  isso "(SELECT phase = 'following' FROM reeve.live_copy)" "$went"

  attack "a default of the old table that a cutover gives to the view runs nothing as the $who"
  armed
  hostile <<<"ALTER TABLE mill.ware DROP reach, ADD reach evil.span;
    ALTER TABLE mill.ware ALTER reach SET DEFAULT '[1,2)';"
  mapping=$work/spans.yaml ready start verify
  payload "$escape"
  operate "$login" migrate cutover "$work/spans.yaml"
  isso "(SELECT phase = 'live' FROM reeve.live_copy)" "$went"

  attack "a view of the app that a cutover makes anew runs nothing as the $who"
  armed
  hostile <<<"CREATE VIEW mill.silk AS SELECT id, '[1,2)'::evil.span AS reach FROM mill.ware;"
  ready start verify
  payload "$escape"
  operate "$login" migrate cutover "$work/moods.yaml"
  isso "(SELECT phase = 'live' FROM reeve.live_copy)" "$went"

  attack "a materialized view of the app that a cutover fills runs nothing as the $who"
  armed
  hostile <<<"CREATE MATERIALIZED VIEW mill.silk AS SELECT id, '[1,2)'::evil.span AS reach FROM mill.ware;
    CREATE UNIQUE INDEX ON mill.silk(id) WHERE evil.fire_immutable(id);"
  ready start verify
  payload "$escape"
  operate "$login" migrate cutover "$work/moods.yaml"
  isso "(SELECT phase = 'live' AND unvalidated = '[]' FROM reeve.live_copy)" "$went"

  attack "casts and views of child rows that a cutover reads and makes anew run nothing as the $who"
  armed
  tags
  mapping=$work/parts.yaml ready start verify
  payload "$escape"
  operate "$login" migrate cutover "$work/parts.yaml"
  isso "(SELECT phase = 'live' FROM reeve.live_copy)" "$went"
done

attack 'a cutover is not live where code of the app undoes the name of child rows meanwhile'
armed
tags
mapping=$work/parts.yaml ready start verify
payload 'ALTER VIEW mill.tag RENAME TO gone; ALTER TABLE mill.stall RENAME TO tag;'
operate "$PGUSER" migrate cutover "$work/parts.yaml"
grep -q 'undid the change: .*mill.tag' "$work/out" ||
  echo 'the cutover does not say what was undone' >>"$work/session"
isso "(SELECT phase = 'following' FROM reeve.live_copy)" "$went" "$status <> 0"

# What an operator is told is so: code that runs while statements do could undo those before.
for undo in 'the view' 'a name'; do
  attack "a cutover is not live where code of the app undoes $undo meanwhile"
  armed
  hostile <<<"CREATE VIEW mill.silk AS SELECT id, '[1,2)'::evil.span AS reach FROM mill.ware;"
  ready start verify
  if [ "$undo" = 'the view' ]; then
    payload 'CREATE OR REPLACE VIEW mill.ware AS SELECT * FROM mill.ware_before_1;'
  else
    payload 'ALTER VIEW mill.ware RENAME TO gone; ALTER TABLE mill.stall RENAME TO ware;'
  fi
  operate "$PGUSER" migrate cutover "$work/moods.yaml"
  grep -q 'undid the change: mill.ware' "$work/out" ||
    echo 'the cutover does not say what was undone' >>"$work/session"
  isso "(SELECT phase = 'following' FROM reeve.live_copy)" "$went" "$status <> 0"
done

# PostgreSQL lets code in its sandbox make temporary types, and looks for types there first.
temporary="DECLARE t pg_catalog.text;
  BEGIN
    FOREACH t IN ARRAY '{jsonb,json,text,uuid,float8,interval,timestamptz,name}'::pg_catalog.text[] LOOP
      BEGIN
        EXECUTE pg_catalog.format('CREATE DOMAIN pg_temp.%I AS pg_catalog.%1\$I
          CONSTRAINT hostile CHECK (evil.fire_immutable(VALUE))', t);
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
    END LOOP;
  END;"
definer() { # TABLE EVENT
  hostile <<SQL
CREATE FUNCTION evil.as_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
  'BEGIN PERFORM evil.fire(); RETURN NEW; END';
CREATE TRIGGER hostile BEFORE $2 ON mill.$1 FOR EACH ROW EXECUTE FUNCTION evil.as_owner();
SQL
  payload "$temporary"
}
words="SELECT '{}'::jsonb, 'x'::text, '1'::float8, now()::text, '1 day'::interval;"
attack 'a temporary type that a trigger makes runs nothing as the senior who acts in the session'
definer ware UPDATE
in_session "$senior1" "$(hide 2) $words"
held "$ran"
attack 'a temporary type that a trigger makes runs nothing as the operator who imports'
definer intake INSERT
payload "${temporary/AS pg_catalog.%1\$I/AS pg_catalog.text[]}"
witness="INSERT INTO mill.intake(id, title) VALUES (9, 'x')"
import_as "$PGUSER"
held
attack 'a temporary type that a literal makes runs nothing as the operator who cuts over'
armed
hostile <<<"CREATE VIEW mill.silk AS SELECT id, '[1,2)'::evil.span AS reach FROM mill.ware;"
ready start verify
payload "$temporary"
operate "$PGUSER" migrate cutover "$work/moods.yaml"
held

# An app whose schema is public makes what a login's search_path finds there.
better() {
  sql -d "$db" -c 'GRANT ALL ON SCHEMA public TO mill_owner'
  hostile <<'SQL'
CREATE FUNCTION public.hostile(oid, regnamespace) RETURNS boolean LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN $1::int8 = $2::int8; END';
CREATE OPERATOR public.= (FUNCTION = public.hostile, LEFTARG = oid, RIGHTARG = regnamespace);
CREATE FUNCTION public.hostile(regclass, regclass) RETURNS boolean LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN $1::int8 = $2::int8; END';
CREATE OPERATOR public.= (FUNCTION = public.hostile, LEFTARG = regclass, RIGHTARG = regclass);
CREATE FUNCTION public.format(text, text) RETURNS text LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.format($1, VARIADIC ARRAY[$2]); END';
CREATE FUNCTION public.format(text, text, text) RETURNS text LANGUAGE plpgsql AS
  'BEGIN PERFORM evil.fire(); RETURN pg_catalog.format($1, VARIADIC ARRAY[$2, $3]); END';
SQL
  payload "$program"
  allowed="$allowed|^[<>] (command |job |trigger |function |relation reeve|column |role setting )"
  watch
  hostile <<<"SELECT public.format('%s', 'x'::text);"
}
for command in upgrade 'migrate cutover'; do
  attack "operators and functions of the app in public run nothing as who calls $command"
  [ "$command" = upgrade ] || ready start verify
  better
  if [ "$command" = upgrade ]; then operate "$PGUSER" upgrade
  else operate "$PGUSER" migrate cutover "$work/moods.yaml"; fi
  held "$no_right"
done
finished
