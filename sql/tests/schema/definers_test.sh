#!/usr/bin/env bash
# Each kind of name that a temporary schema could supply is reported, in functions of every form; what
# Reeve has is not.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
db=definers_$$
tests=0 broken=0
PYTHONPATH=$("$root/scripts/pglast.sh") || exit 1
export PYTHONPATH PGOPTIONS='-c client_min_messages=error' PGDATABASE=postgres
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
finish() {
  local code=$?
  trap - EXIT
  sql -c "DROP DATABASE IF EXISTS $db WITH (FORCE)"
  exit "$code"
}
trap finish EXIT
lint() { "$root/scripts/lint-definers.py" "$db"; }
sql -c "CREATE DATABASE $db TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""

path='SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp'
# Makes a function, of which the complaint is expected (none: empty) once all are there.
sentences=() wanted=() names=()
plant() { # SENTENCE WANTED LANGUAGE PATH BODY [NAME RETURNS]
  local name=${6:-planted}_${#names[@]}
  sql -d "$db" -c 'SET check_function_bodies = off' \
    -c "CREATE FUNCTION reeve.$name() RETURNS ${7:-void} LANGUAGE $3 $4 AS \$planted\$$5\$planted\$"
  sentences+=("$1") wanted+=("$2") names+=("$name")
}
verdict() { # SENTENCE COMPLAINTS COMMAND… that says whether they are as expected
  tests=$((tests + 1))
  if "${@:3}"; then
    echo "ok $tests - $1"
  else
    broken=$((broken + 1))
    echo "not ok $tests - $1"
    sed 's/^/#   /' <<<"$2"
  fi
}
block() { # SENTENCE WANTED STATEMENTS [DECLARATIONS]
  plant "$1" "$2" plpgsql "$path" "DECLARE x int; r reeve.member; ${4:-} BEGIN $3 END"
}
relation='relation intruder has no schema'
type='type intrusion has no schema'

block 'names of Reeve and of PostgreSQL' '' 'WITH a AS (SELECT m.rank::text FROM member m) SELECT count(*) INTO x
  FROM a JOIN pg_class ON TRUE; EXECUTE format('"'SELECT %I FROM reeve.%I t WHERE %s', 'a', 'b', 'c'"') INTO x;'
block 'a relation that is read' "$relation" 'PERFORM FROM intruder;'
block 'in a subquery' "$relation" 'x := (SELECT count(*) FROM reeve.member m WHERE m.rank IN (SELECT i.a FROM intruder i));'
block 'in a condition' "$relation" 'IF EXISTS (SELECT FROM intruder) THEN RETURN; END IF;'
block 'in a loop' "$relation" 'FOR r IN SELECT * FROM intruder LOOP NULL; END LOOP;'
block 'in a cursor' "$relation" 'OPEN c FOR SELECT * FROM intruder;' 'c refcursor;'
block 'a relation that is inserted to' "$relation" 'INSERT INTO intruder VALUES (1);'
block 'updated' "$relation" 'UPDATE intruder SET a = 1;'
block 'deleted from' "$relation" 'DELETE FROM intruder;'
block 'named by USING' "$relation" 'DELETE FROM reeve.member m USING intruder i;'
block 'merged into' "$relation" 'MERGE INTO intruder i USING reeve.member m ON TRUE WHEN MATCHED THEN DELETE;'
block 'truncated' "$relation" 'TRUNCATE intruder;'
block 'locked' "$relation" 'LOCK TABLE intruder;'
block 'in a literal' "$relation" "x := 'intruder'::regclass;"
block 'the name of a query elsewhere' 'relation a has no schema' 'x := (WITH a AS (SELECT 1 AS n) SELECT n FROM a) + (SELECT count(*) FROM a);'
block 'a type of a cast' "$type" "x := '1'::intrusion;"
block 'of a variable' "$type" 'NULL;' 'y intrusion;'
block 'of a constant array' "$type" 'NULL;' "y constant intrusion[] := '{}';"
block 'of a list of columns' "$type" "PERFORM FROM jsonb_to_record('{}') AS j(a intrusion);"
block 'of CAST' "$type" "x := CAST('1' AS intrusion);"
block 'a function' 'function intrude has no schema' 'x := intrude(1);'
block 'in FROM' 'function intrude has no schema' 'PERFORM FROM intrude(1);'
block 'an operator' 'operator ### has no schema' 'x := 1 ### 2;'
block 'dynamic SQL' "$relation" "EXECUTE 'SELECT FROM intruder';"
block 'of a format' "$relation" "EXECUTE format('SELECT %I FROM intruder t WHERE %s', 'a', 'b');"
block 'a piece of it' "$relation" "EXECUTE 'SELECT 1' || format(' FROM intruder t WHERE %s', 'b');"
block 'a type in it' "$type" "EXECUTE format('SELECT (%s)::intrusion', 'b');"
block 'a function in it' 'function intrude has no schema' "EXECUTE format('SELECT intrude(%L)', 'b');"
block 'the body of a function in it' "$relation" "EXECUTE format('CREATE FUNCTION reeve.f() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN PERFORM FROM intruder; END');"
plant 'SQL' "$relation" sql "$path" 'SELECT 1 FROM intruder' planted int
plant 'SQL that is no definer' "$relation" sql 'SET search_path = pg_catalog, reeve, pg_temp' 'SELECT 1 FROM intruder' planted int
plant 'a path with a schema of others' "function intrude has no schema" sql 'SECURITY DEFINER SET search_path = pg_catalog, reeve, public, pg_temp' 'SELECT intrude()' planted int
plant 'a path without pg_temp has it first' 'relation member has no schema' sql 'SECURITY DEFINER SET search_path = pg_catalog, reeve' 'SELECT 1 FROM member' planted int
plant 'no path' 'relation member has no schema' sql '' 'SELECT 1 FROM member' planted int
plant 'a cast of an app'"'"'s value' 'old.id is used otherwise than printed' plpgsql "$path" \
  "BEGIN IF OLD.id::text = 'x' THEN RETURN NULL; END IF; RETURN NULL; END" capture_9999 trigger
plant 'a comparison of them' 'new.id is used otherwise than printed' plpgsql "$path" \
  "BEGIN IF OLD.id IS DISTINCT FROM NEW.id THEN RETURN NULL; END IF; RETURN NULL; END" capture_9999 trigger
plant 'a comparison as they are stored' '' plpgsql "$path" \
  "BEGIN IF pg_catalog.record_image_ne(ROW(OLD.id), ROW(NEW.id)) THEN RETURN NULL; END IF; RETURN NULL; END" capture_9999 trigger
plant 'one of what becomes of them' 'new.id is used otherwise than printed' plpgsql "$path" \
  "BEGIN IF pg_catalog.record_image_ne(ROW(OLD.id), ROW(upper(NEW.id))) THEN RETURN NULL; END IF; RETURN NULL; END" capture_9999 trigger
plant 'a function of one' 'new.id is used otherwise than printed' plpgsql "$path" \
  "DECLARE k text; BEGIN k := format('%s', upper(NEW.id)); RETURN NULL; END" capture_9999 trigger

said=$(lint)
for n in "${!names[@]}"; do
  of=$(grep -F "reeve.${names[n]}(): " <<<"$said")
  if [ -n "${wanted[n]}" ]; then
    verdict "${sentences[n]}" "$of" grep -q "(): ${wanted[n]}" <<<"$of"
  else
    verdict "${sentences[n]}" "$of" test -z "$of"
  fi
done
others=$(grep -vF "$(printf 'reeve.%s(): \n' "${names[@]}")" <<<"$said")
verdict 'nothing of what Reeve itself has' "$others" test -z "$others"
sql -d "$db" -c 'ALTER TABLE reeve.reeve_written RENAME TO unused'
verdict 'the rows of a statement, where no relation of Reeve has their name' '' \
  grep -Eq '^reeve\.capture_[0-9]+\(\): relation reeve_written has no schema' <<<"$(lint)"
echo "1..$tests"
[ "$broken" -eq 0 ]
