#!/usr/bin/env bash
# The app's code cannot speak as Reeve, nor hang who acts: what it raises is shown and recorded as the
# app's, is retried no more than Reeve's own, and an act ends.
. "$(dirname "$0")/lib.sh"

forged='the security team has removed this login'
# What says that the words are the app's.
apps="RV006|the app's own code"
raising() { # SQLSTATE [DETAIL]
  echo "PERFORM evil.seen(); RAISE EXCEPTION USING ERRCODE = '$1', MESSAGE = '$forged', DETAIL = '${2:-forged}',
    HINT = 'call 555';"
}
speaks() { # TABLE EVENT STATEMENTS
  hostile <<<"CREATE FUNCTION evil.speak() RETURNS trigger LANGUAGE plpgsql AS \$b\$
    BEGIN $3 RETURN NEW; END \$b\$;
    CREATE TRIGGER hostile BEFORE $2 ON mill.$1 FOR EACH ROW EXECUTE FUNCTION evil.speak();"
}
# The app is named; nothing is on record in its words; it was not taken for a lost connection.
judged() { # [NAME]
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  [ "$(number ran)" -le 40 ] || problem "it was tried $(number ran) times"
  [ "$status" -ne 0 ] || problem 'exit 0'
  [ "$status" -ne 3 ] || problem 'taken for a lost connection'
  [ "$status" -ne 124 ] || problem 'it did not end'
  [ "$status" -ne 5 ] || problem 'taken for a missing subject'
  grep -Eq "${1:-hostile}|$apps" "$work/out" || problem 'what it raised is not shown as the app'"'"'s'
  [ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.command c
    WHERE c.kind IN ('hide', 'ban') AND (c.outcome = 'done' OR c.code IN ('approval', 'notfound',
      'version', 'already', 'state', 'worse', 'held', 'busy', 'rank', 'argument'))")" = 0 ] ||
    problem "on the record: $(sql -d "$db" -c "SELECT c.kind, c.outcome, c.code, c.detail FROM reeve.command c ORDER BY c.command_id DESC LIMIT 1")"
  judge
}
# An act ends. The hostile code of all of these runs at the same time, beside all that follows.
endless=(
  'PERFORM evil.seen(); PERFORM pg_catalog.pg_sleep(600);'
  'PERFORM evil.seen(); LOOP BEGIN PERFORM pg_catalog.pg_sleep(600); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP;'
  "PERFORM evil.seen(); PERFORM pg_catalog.set_config('statement_timeout', '0', false);
    PERFORM pg_catalog.set_config('lock_timeout', '0', false); PERFORM pg_catalog.pg_advisory_lock(1, 1);"
  'PERFORM evil.seen(); LOOP NULL; END LOOP;'
)
running=()
ends=()
for n in "${!endless[@]}"; do
  attack "an act ends though a trigger does not ($n)"
  speaks ware UPDATE "${endless[n]}"
  watch
  psql -Xq -d "$db" -c 'SELECT pg_advisory_lock(1, 1)' -c 'SELECT pg_sleep(600)' >/dev/null 2>&1 &
  running+=("$!")
  (
    timeout -k 5 300 "$reeve" --app mill --yes --dsn "dbname=$db user=$moderator1" \
      -c 'hide ware:2 --policy spam' >"$work/out.$n" 2>&1 </dev/null
    echo "$?" >"$work/end.$n"
  ) &
  ends+=("$!")
done

for code in RV900 RV010 RV001 RV002 RV004 RV007 57P01 57P02 57P03 57014 08006 08003 40001 40P01 55P03 25006 28000 3D000; do
  attack "an app that raises $code does not speak as Reeve to who hides"
  speaks ware UPDATE "$(raising "$code" approval)"
  act "$moderator1" 'hide ware:2 --policy spam'
  judged
done
for detail in notfound version already state worse held; do
  attack "an app that raises RV900 ($detail) at a child writes no refusal into the record"
  speaks ware UPDATE "$(raising RV900 "$detail")"
  act "$senior1" 'ban person:1 --policy spam --for 1d'
  judged
done

# Who looks is not told anything in Reeve's name either.
for code in RV002 RV010 57P01 40001; do
  attack "a policy that raises $code does not speak as Reeve to who finds"
  hostile <<<"CREATE FUNCTION evil.speak() RETURNS boolean LANGUAGE plpgsql AS \$b\$
    BEGIN $(raising "$code") END \$b\$;"
  policy ware 'USING (evil.speak())'
  act "$viewer1" 'find ware Silk'
  judged
  attack "a report that raises $code does not speak as Reeve"
  hostile <<<"CREATE OR REPLACE FUNCTION mill.view_stock(key text) RETURNS TABLE(title text)
    LANGUAGE plpgsql STABLE AS \$b\$ BEGIN $(raising "$code") END \$b\$;"
  act "$viewer1" 'stock stall:1'
  judged view_stock
done

# The worker is neither parked nor stopped, nor does it try forever.
for code in RV010 RV900 RV007 57P01 40001; do
  attack "an app that raises $code at expiry neither parks nor stops the worker"
  speaks deal UPDATE "$(raising "$code")"
  work_once collection.expire '{"collection": "deal"}'
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  [ "$(number ran)" -le 40 ] || problem "it was tried $(number ran) times"
  [ "$status" -eq 0 ] || problem "the worker ended with $status"
  grep -Eq "hostile|$apps" "$work/out" || problem 'the failed attempt does not name the app'"'"'s code'
  judge
  attack "a task that raises $code neither parks nor stops the worker"
  hostile <<<"CREATE OR REPLACE FUNCTION mill.sweep(max_rows int) RETURNS int LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS \$b\$ BEGIN $(raising "$code") END \$b\$;"
  work_once sql '{"task": "sweep"}'
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  [ "$(number ran)" -le 40 ] || problem "it was tried $(number ran) times"
  [ "$status" -eq 0 ] || problem "the worker ended with $status"
  grep -Eq "sweep|$apps" "$work/out" || problem 'the failed attempt does not name the app'"'"'s code'
  judge
done

# 20 MiB of an app's words are a screen of them, and their number.
. "$here/operate.sh"
flood="PERFORM evil.seen(); PERFORM pg_catalog.set_config('client_min_messages', 'notice', false);
  IF nextval('evil.turn') = 1 THEN
    FOR i IN 1 .. 5000 LOOP RAISE WARNING '%', i || repeat('x', 4000) USING DETAIL = repeat('y', 4000); END LOOP;
  END IF;"
scream="PERFORM evil.seen(); RAISE EXCEPTION USING MESSAGE = repeat('x', 20000000),
  DETAIL = repeat(E'y\\n', 5000000), HINT = repeat('z', 20000000);"
short() { # LINES
  problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  grep -q xxxx "$work/out" || [ -z "${1:-}" ] || problem 'nothing of what it said is shown'
  [ -z "${1:-}" ] || grep -q "$1" "$work/out" || problem "there is no “$1”"
  [ "$(wc -l <"$work/out")" -le 60 ] || problem "$(wc -l <"$work/out") lines"
  [ "$(wc -c <"$work/out")" -le 50000 ] || problem "$(wc -c <"$work/out") bytes"
  [ "$(wc -L <"$work/out")" -le 8400 ] || problem "a line of $(wc -L <"$work/out") columns"
  judge
}
floods() { # PL/pgSQL
  hostile <<<"CREATE FUNCTION evil.speak() RETURNS trigger LANGUAGE plpgsql AS \$b\$ BEGIN $1 RETURN NEW; END \$b\$;
    CREATE FUNCTION evil.speak(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS \$b\$ BEGIN $1 RETURN TRUE; END \$b\$;"
}
for one in "5,000 warnings|$flood|and 4,980 more" "a message of 20 MB|$scream|xxxx"; do
  said=${one%%|*} does=${one#*|} shown=${one##*|} does=${does%|*}
  attack "$said of a trigger flood no console"
  floods "$does"
  hostile <<<'CREATE TRIGGER hostile BEFORE UPDATE ON mill.ware FOR EACH ROW EXECUTE FUNCTION evil.speak()'
  act "$moderator1" 'hide ware:2 --policy spam'
  short "$shown"
  attack "$said of a policy flood no console"
  floods "$does"
  policy ware 'USING (id > 1 OR evil.speak(id))'
  act "$viewer1" 'find ware Silk'
  short "$shown"
  attack "$said of a task flood no log of a worker"
  hostile <<<"CREATE OR REPLACE FUNCTION mill.sweep(max_rows int) RETURNS int LANGUAGE plpgsql AS \$b\$
    BEGIN $does RETURN 0; END \$b\$;"
  sql -d "$db" -o /dev/null -c "SELECT reeve.enqueue('sql', '{\"task\": \"sweep\"}', app => 'mill')"
  "$reeve" work --once --verbose --sink "$work" --dsn "dbname=$db user=reeve_worker" >"$work/out" 2>&1 </dev/null
  short "$shown"
  attack "$said of a constraint flood no import"
  floods "$does"
  hostile <<<'ALTER TABLE mill.intake ADD CONSTRAINT hostile CHECK (evil.speak(title))'
  import_as "$PGUSER"
  short
  attack "$said of an index flood no application of a catalog"
  floods "$does"
  hostile <<<'ALTER TABLE mill.ware ADD CONSTRAINT hostile CHECK (evil.speak(title)) NOT VALID;
    CREATE FUNCTION evil.label(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
      $b$ BEGIN PERFORM evil.speak(t); RETURN t; END $b$'
  sed 's/label: t.title/label: evil.label(t.title)/' "$here/catalog.yaml" >"$work/catalog.yaml"
  operate "$PGUSER" catalog apply "$work/catalog.yaml"
  operate "$PGUSER" catalog check --try "$work/catalog.yaml"
  short
  attack "$said of a constraint flood no copy"
  floods "$does"
  hostile <<<'ALTER TABLE mill.ware2 ADD CONSTRAINT hostile CHECK (id > 1 OR evil.speak(title))'
  operate "$PGUSER" migrate start "$work/copy.yaml"
  short
done

# The acts that were begun at first.
wait "${ends[@]}"
for n in "${!endless[@]}"; do
  db=${base}_$((n + 1))
  number=$((n + 1)) sentence="an act ends though a trigger does not ($n)" problems=()
  [ "$(number ran)" != 0 ] || problem 'the hostile code did not run'
  [ "$(cat "$work/end.$n")" -lt 124 ] || problem 'it was still running after 300 s'
  cp "$work/out.$n" "$work/out"
  saved=$tests tests=$number
  judge
  tests=$saved
done
kill "${running[@]}" 2>/dev/null
finished
