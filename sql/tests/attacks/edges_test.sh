#!/usr/bin/env bash
# The edges of what keeps app code powerless: what a session had before is still there, nothing that
# Reeve lets the app's code call helps it, and a person's own statements lend it no rank.
. "$(dirname "$0")/lib.sh"

# What a session had before.
had="PREPARE mine AS SELECT 'mine is here';
  BEGIN; DECLARE mine CURSOR WITH HOLD FOR SELECT 'mine too' FROM generate_series(1, 3); COMMIT;
  LISTEN mine; CREATE TEMP TABLE mine(n int); SET application_name = 'mine';"
has="EXECUTE mine; FETCH mine; SELECT 'heard ' || l FROM pg_listening_channels() l;
  SELECT 'kept ' || count(*) FROM pg_temp.mine; SHOW application_name;"
takes() { # SENTENCE STATEMENTS [WHAT-A-READ-CANNOT-GIVE-BACK]
  local kind query one gone
  for kind in 'a policy' 'a trigger'; do
    attack "$kind $1"
    if [ "$kind" = 'a policy' ]; then
      policy ware 'USING (id > 2 OR evil.fire())'
      query=$find_ware
    else
      trigger BEFORE ROW
      query=$(hide 2)
    fi
    payload "$2"
    watch
    printf '%s\n' "$had" "$query" "$query" "$has" >"$work/script.sql"
    psql -XqAt -d "$db" -U "$moderator1" -f "$work/script.sql" >>"$work/out" 2>&1
    # PostgreSQL refuses these statements in a cell. Reads have none, and no rollback restores a
    # prepared statement or a cursor: the read that took it fails and says so, no later one does.
    gone=''
    [ "$kind" != 'a policy' ] || gone=${3:-}
    [ "$(grep -c 'code of the app prepared or closed' "$work/out")" = "$([ -n "$gone" ] && echo 1 || echo 0)" ] ||
      echo 'told too often or not at all what was taken' >>"$work/session"
    for one in 'mine is here' 'mine too' 'heard mine' 'kept 0'; do
      [ "$one" = "$gone" ] || grep -q "$one" "$work/out" || echo "gone: $one" >>"$work/session"
    done
    tail -n 1 "$work/out" | grep -qx mine || echo 'another application_name' >>"$work/session"
    held
  done
}
takes 'takes no prepared statement from the session, or the read fails' "EXECUTE 'DEALLOCATE ALL';" \
  'mine is here'
takes 'closes no cursor of the session, or the read fails' "EXECUTE 'CLOSE ALL';" 'mine too'
takes 'takes no temporary table from the session' "EXECUTE 'DROP TABLE pg_temp.mine';"
takes 'stops no listening of the session' "EXECUTE 'UNLISTEN *';"
takes 'resets no setting of the session' "EXECUTE 'RESET ALL';"

# Every function of Reeve that the app's code may call, with whatever it takes.
calls="DECLARE
    f record;
  BEGIN
    FOR f IN
      SELECT pg_catalog.format('SELECT %s(%s)', p.oid::regproc, (
        SELECT pg_catalog.string_agg(pg_catalog.format('%s::%s', CASE
          WHEN t.type = 'jsonb'::regtype THEN '''{\"forged\": true}'''
          WHEN t.type IN ('int'::regtype, 'bigint'::regtype) THEN '1'
          WHEN t.type = 'text'::regtype THEN '''x''' ELSE 'NULL' END, t.type::regtype), ', ')
        FROM pg_catalog.unnest(p.proargtypes::oid[]) t(type))) AS call
      FROM pg_catalog.pg_proc p
      WHERE p.pronamespace::regnamespace::text LIKE 'reeve%' AND p.prokind = 'f'
        AND p.prorettype <> 'trigger'::regtype
        AND pg_catalog.has_schema_privilege(p.pronamespace, 'USAGE')
        AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
        AND p.proname !~ 'run|work'
    LOOP
      BEGIN
        EXECUTE f.call;
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
    END LOOP;
  END;"
honest="(SELECT count(*) = (SELECT count(*) FROM mill.ware w WHERE w.hidden_until > now())
  FROM reeve.command c WHERE c.kind = 'hide' AND c.outcome = 'done')"
for kind in 'a BEFORE row trigger' 'an AFTER statement trigger' 'a policy USING'; do
  attack "$kind gets no false done by calling what Reeve lets it call"
  vehicle "$kind"
  payload "$calls"
  act "$moderator1" 'hide ware:2 --policy spam' 'undo A1' 'hide ware:1 --policy spam'
  held "(SELECT count(*) = 1 FROM mill.ware w WHERE w.hidden_until > now())"
done
attack 'a trigger that calls what Reeve lets it call and returns NULL gets no "done"'
hostile <<<"CREATE FUNCTION evil.lie() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM evil.fire(); RETURN NULL; END';
  CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.lie();"
payload "$calls"
act "$moderator1" 'hide ware:2 --policy spam'
held "$honest"

# What the writer of the app owns, its code can reach.
mine="SELECT c.oid::regclass FROM pg_catalog.pg_class c WHERE c.relowner = (SELECT r.oid FROM pg_catalog.pg_roles r WHERE r.rolname = current_user) AND c.relkind = 'r'"
owned() { # SENTENCE STATEMENT
  attack "a trigger $1"
  trigger BEFORE ROW
  payload "DECLARE
    o text;
  BEGIN
    FOR o IN $mine LOOP
      BEGIN
        EXECUTE pg_catalog.replace(\$s\$$2\$s\$, '%s', o);
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
    END LOOP;
  END;"
  act "$moderator1" 'hide ware:2 --policy spam'
  hostile <<<'DROP TRIGGER hostile ON mill.ware'
  culprit='hostile|RV006|done'
  act "$moderator1" 'hide ware:4 --policy spam'
  [ "$status" = 0 ] || echo "the next act failed, without the trigger: exit $status" >>"$work/session"
  held "(SELECT hidden_until > now() FROM mill.ware WHERE id = 4)"
}
owned 'empties nothing that its writer owns' 'DELETE FROM %s'
owned 'fills nothing that its writer owns' 'INSERT INTO %s SELECT n FROM generate_series(2, 9) n'
owned 'drops nothing that its writer owns' 'DROP TABLE %s'
owned 'grants nothing that its writer owns' 'GRANT ALL ON %s TO PUBLIC'
owned 'puts no index on what its writer owns' 'CREATE INDEX ON %s((evil.fire_immutable(i)))'
owned 'puts no trigger on what its writer owns' 'CREATE TRIGGER hostile BEFORE DELETE ON %s FOR EACH ROW EXECUTE FUNCTION evil.fire_row()'
owned 'gives away nothing that its writer owns' 'ALTER TABLE %s OWNER TO mill_owner'
owned 'renames nothing that its writer owns' 'ALTER TABLE %s RENAME TO gone'

# Words again: a function whose name breaks the line, errors that PostgreSQL raises itself.
forged='the security team has removed this login'
for code in 40001 57014 55P03 40P01 RV006 42501 22023 42883 23505; do
  attack "a function with a line break in its name that raises $code does not speak as Reeve"
  hostile <<<"CREATE FUNCTION evil.\"a
b\"() RETURNS trigger LANGUAGE plpgsql AS \$b\$ BEGIN PERFORM evil.seen();
    RAISE EXCEPTION USING ERRCODE = '$code', MESSAGE = '$forged'; END \$b\$;
    CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.\"a
b\"();"
  act "$moderator1" 'hide ware:2 --policy spam'
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  [ "$(number ran)" -le 40 ] || problem "it was tried $(number ran) times"
  grep -Eq "RV006|hostile|evil|the app's own code" "$work/out" && ! grep -Eq "^reeve: (refused: )?$forged" "$work/out" ||
    problem 'what it raised is shown as Reeve'"'"'s'
  judge
  attack "a policy that raises $code does not speak as Reeve to who finds"
  hostile <<<"CREATE FUNCTION evil.\"a
b\"() RETURNS boolean LANGUAGE plpgsql AS \$b\$ BEGIN PERFORM evil.seen();
    RAISE EXCEPTION USING ERRCODE = '$code', MESSAGE = '$forged'; END \$b\$;"
  policy ware 'USING (evil."a
b"())'
  act "$viewer1" 'find ware Silk'
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  grep -Eq "RV006|hostile|evil|the app's own code" "$work/out" && ! grep -Eq "^reeve: (refused: )?$forged" "$work/out" ||
    problem 'what it raised is shown as Reeve'"'"'s'
  judge
done

# A member of the team may have rights on the app's tables as well, and use them.
own() { # SENTENCE SQL
  attack "$1 lends the app no rank of a senior's"
  hostile <<<"GRANT ALL ON mill.ware TO $senior1; GRANT USAGE ON SCHEMA mill TO $senior1;
    $3"
  payload "PERFORM reeve.action_perform('hide', 'randevoo', 'user', '1', '{\"policy\": \"fraud\"}', NULL);"
  watch
  psql -XqAt -d "$db" -U "$senior1" -c "$2" >>"$work/out" 2>&1
  sql -d "$db" -c 'ALTER SEQUENCE evil.as_other RESTART'
  held
}
reads='ALTER TABLE mill.ware ENABLE ROW LEVEL SECURITY; CREATE POLICY hostile ON mill.ware USING (id <> 1 OR evil.fire());'
late='CREATE CONSTRAINT TRIGGER hostile AFTER UPDATE ON mill.ware DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();'
own "a policy behind a senior's own query" 'SELECT count(*) FROM mill.ware' "$reads"
own "a policy behind a senior's own query that has the word reeve in it" \
  "SELECT count(*) FROM mill.ware WHERE title <> 'reeve'" "$reads"
own "a policy behind a senior's own query beside a call of Reeve's" \
  'SELECT count(*), reeve.member_rank() FROM mill.ware' "$reads"
own "a policy behind a senior's own query with a comment" \
  "SELECT count(*) FROM mill.ware /* reeve.team_perform( */" "$reads"
own "a policy behind a senior's own query with the call in dollar quotes" \
  'SELECT count(*), $$ reeve.action_perform($$ FROM mill.ware' "$reads"
own "a policy behind a senior's own query with the call in an alias" \
  'SELECT count(*) AS " reeve.action_perform(" FROM mill.ware' "$reads"
own "a policy behind a senior's own query that names a temporary function" \
  "SELECT count(*), 'pg_temp.reeve_x(' FROM mill.ware" "$reads"
own "a policy behind a senior's own statement prepared under a name of Reeve's" \
  'PREPARE reeve_x AS SELECT count(*) FROM mill.ware; EXECUTE reeve_x' "$reads"
own "a function behind a senior's own call, by a type of a name that is PostgreSQL's" \
  "SET search_path = mill, pg_catalog; SELECT * FROM reeve.subject_find('mill', 'ware', 'Silk'::text, false, 3)" \
  'CREATE DOMAIN mill.text AS pg_catalog.text CHECK (evil.fire_immutable(VALUE)); GRANT USAGE ON SCHEMA evil TO PUBLIC;'
own "a trigger behind a senior's own write" "UPDATE mill.ware SET note = 'reeve.' WHERE id = 1" \
  'CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.fire_row();'
own "a deferred trigger behind a senior's own write" "UPDATE mill.ware SET note = 'reeve.' WHERE id = 1" "$late"
own "a cursor that a senior's own write holds" "UPDATE mill.ware SET note = 'reeve.' WHERE id = 1" \
  "CREATE FUNCTION evil.cursor() RETURNS trigger LANGUAGE plpgsql AS \$b\$
     BEGIN EXECUTE 'DECLARE kept CURSOR WITH HOLD FOR SELECT evil.direct()'; RETURN NEW; END \$b\$;
   CREATE FUNCTION evil.direct() RETURNS void LANGUAGE plpgsql AS
     'BEGIN PERFORM evil.seen(); PERFORM evil.payload(); END';
   CREATE TRIGGER hostile AFTER UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.cursor();"
# A parallel worker has only its own part of the call stack: the read in which it runs is not on it.
attack 'a policy that asks in a parallel worker gets no rank of the senior who finds'
hostile <<'SQL'
CREATE SEQUENCE evil.lent;
CREATE FUNCTION evil.rank() RETURNS text LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN reeve.member_rank(); END';
GRANT USAGE ON SCHEMA evil TO PUBLIC;
GRANT ALL ON SEQUENCE evil.lent TO PUBLIC;
SQL
sql -d "$db" -c 'GRANT EXECUTE ON FUNCTION reeve.member_rank() TO PUBLIC; GRANT USAGE ON SCHEMA reeve TO PUBLIC'
policy ware 'USING (evil.fire())'
payload "DECLARE
    rank text;
  BEGIN
    PERFORM pg_catalog.set_config(s.name, 'on', TRUE) FROM pg_catalog.pg_settings s
    WHERE s.name IN ('force_parallel_mode', 'debug_parallel_query');
    BEGIN
      EXECUTE 'SELECT evil.rank()' INTO rank;
    EXCEPTION WHEN OTHERS THEN rank := NULL;
    END;
    IF rank IS NOT NULL THEN
      PERFORM pg_catalog.nextval('evil.lent');
    END IF;
  END;"
act "$senior1" 'find ware Silk'
held '(SELECT NOT is_called FROM evil.lent)'
finished
