#!/usr/bin/env bash
# Two apps, alike: what stops Reeve from reading the first one's rows, whatever it is, stops nothing
# for the second; doctor says why and what to do, and once it is mended the first catches up.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
db=parked_$$
work=$(mktemp -d /tmp/reeve-parked.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error' PGDATABASE=postgres
tests=0 broken=0
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
finish() {
  local code=$?
  trap - EXIT
  sql -c "DROP DATABASE IF EXISTS $db WITH (FORCE)"
  for app in first_$$ second_$$; do
    sql -c "DROP ROLE IF EXISTS reeve_writer_$app, reeve_reader_$app, ${app}_owner"
  done
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
is() { # HAVE WANT SENTENCE
  tests=$((tests + 1))
  if [ "$1" = "$2" ]; then echo "ok $tests - $3"; return; fi
  echo "not ok $tests - $3"
  printf '  have: %s\n  want: %s\n' "$1" "$2" | sed 's/^/#/'
  broken=$((broken + 1))
}
like() { # TEXT PATTERN SENTENCE
  is "$(grep -Eq "$2" <<<"$1" && echo yes || echo "$1")" yes "$3"
}

sql -c "CREATE DATABASE $db TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
for app in first_$$ second_$$; do
  sql -d "$db" <<SQL
CREATE ROLE ${app}_owner NOLOGIN;
CREATE SCHEMA $app AUTHORIZATION ${app}_owner;
SET ROLE ${app}_owner;
CREATE TABLE $app.thing(id text PRIMARY KEY, title text, mail text);
CREATE TABLE $app.vote(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, thing_id text, value int DEFAULT 1,
  at timestamptz DEFAULT now());
CREATE INDEX ON $app.vote(thing_id);
CREATE FUNCTION $app.worth(value int) RETURNS int LANGUAGE sql STABLE AS 'SELECT 100 / value';
GRANT EXECUTE ON FUNCTION $app.worth(int) TO PUBLIC;
SQL
  cat >"$work/$app.yaml" <<YAML
app: $app
schema: $app
owner: ${app}_owner
title: $app
collections:
  thing:
    table: thing
    key: [id]
    label: t.title
    show: [id, title]
    personal: [mail]
    identifiers: {mail: t.mail}
    search: {a: [title]}
    rank: {of: vote, via: thing, points: "$app.worth(t.value)", at: t.at, half_life: 10d}
    erase: {set: {mail: null}}
  vote:
    table: vote
    key: [id]
    label: t.id::text
    show: [id]
    parents: {thing: {collection: thing, columns: [thing_id]}}
    erase: {}
actions: []
policies: {spam: {title: Spam, clause: No spam., grace: 0s}}
approvals: {}
flags:
  odd-$app: {collection: thing, policy: spam, words: {in: [t.title], list: [bargain]}}
YAML
  "$reeve" catalog apply "$work/$app.yaml" --dsn "dbname=$db user=$PGUSER" >"$work/out" 2>&1 || cat "$work/out"
done
sql -d "$db" -c "UPDATE reeve.cron SET next_at = 'infinity'"

run() {
  sql -d "$db" -o /dev/null -c "SELECT reeve.enqueue(k, '{}', app => a)
    FROM unnest('{search.sync,moderation.flag,rank.sync}'::text[]) k, unnest('{$first,$second}'::text[]) a"
  timeout 300 "$reeve" work --once --sink "$work" --dsn "dbname=$db user=reeve_worker" >"$work/work" 2>&1
}
number=0
write() { # APP: a row that a flag and a search find, and that a vote ranks
  sql -d "$db" -c "INSERT INTO $1.thing(id, title, mail) VALUES ('row$number', 'bargain n$number', 'm$number@example.org')" \
    -c "INSERT INTO $1.vote(thing_id) VALUES ('row$number')"
}
follows() { # APP: searched, flagged and ranked?
  sql -d "$db" -c "SELECT concat_ws(' ',
    CASE WHEN EXISTS (SELECT FROM reeve.search_pending(p.generation_id) s WHERE s.keys = '{}' AND NOT s.are_all) THEN 'searched' END,
    CASE WHEN EXISTS (SELECT FROM reeve.flag_hit h JOIN reeve.flag f USING (flag_id) WHERE f.app = c.app AND h.key = 'row$number') THEN 'flagged' END,
    CASE WHEN EXISTS (SELECT FROM reeve.rank_score s JOIN reeve.rank_rule r USING (rank_id) WHERE r.collection_id = c.collection_id AND s.key = 'row$number') THEN 'ranked' END)
    FROM reeve.collection c JOIN reeve.search_pointer p USING (collection_id) WHERE c.app = '$1' AND c.name = 'thing'"
}
all='searched flagged ranked'
doctor() { "$reeve" doctor --dsn "dbname=$db user=$PGUSER" 2>&1 | grep -E "first_$$|second_$$"; }
first=first_$$ second=second_$$
write "$first"; write "$second"; run; run
is "$(follows "$first") $(follows "$second")" "$all $all" 'at first both are followed'

# Keys
said=$(sql -d "$db" -c "INSERT INTO $first.thing(id) VALUES (repeat('k', 1025))" 2>&1)
like "$said" "key of a row of $first.thing has 1025 bytes, and Reeve supports keys of at most 1024" \
  'a longer key is refused, with its table and size'
said=$(sql -d "$db" -c "UPDATE $first.thing SET id = repeat('k', 1400) WHERE id = 'row0'" 2>&1)
like "$said" "key of a row of $first.thing has 1400 bytes" '… also where a row gets it'
said=$(sql -d "$db" -c "INSERT INTO $first.thing(id) VALUES (repeat('k', 1024))" 2>&1)
is "$said" '' 'one of 1024 bytes is not'
sql -d "$db" -c "SET session_replication_role = replica" -c "INSERT INTO $first.thing(id) VALUES (repeat('o', 1300))"
said=$(sql -d "$db" -c "DELETE FROM $first.thing WHERE id LIKE 'oo%'" 2>&1)
is "$said" '' 'a row with one, from before, can go'
run
is "$(doctor)" '' 'and all is well'

# What an earlier release let into the log
number=1
sql -d "$db" <<SQL
INSERT INTO reeve.change(collection_id, key)
SELECT n.id, repeat('x', 100000000) || g.n FROM (
  SELECT collection_id FROM reeve.collection WHERE app = '$first' AND name = 'thing'
  UNION ALL SELECT -rank_id FROM reeve.rank_rule JOIN reeve.collection USING (collection_id) WHERE app = '$first') n(id), generate_series(1, 4) g(n);
SQL
write "$first"; write "$second"; run; run
is "$(follows "$first") $(follows "$second")" "$all $all" 'keys of 100 MB in the log stop nobody'

# What the app may do to its own table, function and locks
trouble() { # NUMBER SENTENCE BREAK MEND [HOW DOCTOR SAYS IT]
  number=$1
  write "$second"
  sql -d "$db" -c "$3"
  run
  is "$(follows "$second")" "$all" "$2: the other app goes on"
  said=$(doctor)
  like "$said" "^red .*$first/thing.*${5:-}" "$2: doctor names the app, and why"
  is "$(grep -c "$second" <<<"$said")" 0 "$2: … and only that"
  sql -d "$db" -c "$4" -c "UPDATE reeve.change_fault SET failed_at = '-infinity'" \
    -c "UPDATE reeve.flag_state SET failed_at = '-infinity' WHERE failed_at IS NOT NULL"
  write "$first"
  run; run
  is "$(follows "$first")" "$all" "$2: mended, it catches up"
  is "$(doctor)" '' "$2: … and doctor is content"
}
trouble 2 'a table that is renamed' \
  "INSERT INTO $first.thing(id, title) VALUES ('lost', 'x'); INSERT INTO $first.vote(thing_id) VALUES ('lost');
    ALTER TABLE $first.thing RENAME TO other" \
  "ALTER TABLE $first.other RENAME TO thing; DELETE FROM $first.vote WHERE thing_id = 'lost'" 'does not exist'
trouble 3 'a column that is gone' \
  "ALTER TABLE $first.thing RENAME mail TO post; INSERT INTO $first.thing(id, title) VALUES ('lost2', 'x')" \
  "ALTER TABLE $first.thing RENAME post TO mail" 'column t.mail does not exist'
trouble 4 'an expression that fails' "INSERT INTO $first.vote(thing_id, value) VALUES ('row1', 0)" \
  "DELETE FROM $first.vote WHERE value = 0" 'division by zero'
trouble 5 'a function that fails' \
  "CREATE OR REPLACE FUNCTION $first.worth(value int) RETURNS int LANGUAGE plpgsql STABLE AS
    'BEGIN RAISE EXCEPTION ''no more'' USING ERRCODE = ''40001''; END'; INSERT INTO $first.vote(thing_id) VALUES ('row1')" \
  "CREATE OR REPLACE FUNCTION $first.worth(value int) RETURNS int LANGUAGE sql STABLE AS 'SELECT 100 / value'" 'no more'

# A lock that is held all the time
coproc holder { exec psql -XqAt -d "$db"; }
held=$! # The shell forgets holder_PID as soon as the process has ended.
echo "BEGIN; INSERT INTO $first.thing(id, title) VALUES ('held', 'x'); COMMIT; BEGIN; LOCK TABLE $first.thing; DO 'BEGIN PERFORM FROM reeve.change_reader r WHERE r.app = ''$first'' FOR UPDATE; END'; SELECT 'held';" >&"${holder[1]}"
read -r <&"${holder[0]}"
number=6
write "$second"
run
is "$(follows "$second")" "$all" 'a table that is locked, and a log: the other app goes on'
echo 'ROLLBACK; \q' >&"${holder[1]}"
wait "$held"
write "$first"
sql -d "$db" -c "UPDATE reeve.flag_state SET failed_at = '-infinity' WHERE failed_at IS NOT NULL"
run
run
is "$(follows "$first")" "$all" '… and once it is free, the first catches up'
echo "1..$tests"
[ "$broken" -eq 0 ]
