#!/usr/bin/env bash
# Adopts foreign schemas, plain SQL files that it is given, each in a database of its own on a temporary
# cluster, and asserts that what was drafted is safe as it is:
#
#   scripts/adoption-check.sh FOLDER|FILE.sql …       KEEP=directory keeps the drafts there
#
# Rows and canaries are planted by scripts/adoption. It fetches nothing. REEVE: the built program.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/cluster.sh"
reeve=${REEVE:-$here/.build/debug/reeve}
keep=${KEEP:-$(mktemp -d)}
failed=0
files=()
for given in "$@"; do
  if [ -d "$given" ]; then files+=("$given"/*.sql); else files+=("$given"); fi
done
[ ${#files[@]} -gt 0 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
unset DATABASE_URL
trap cluster_stop EXIT
cluster_start 'jit = off' 'max_prepared_transactions = 10'

fail() { echo "NOT OK  $app: $*"; failed=$((failed + 1)); }
query() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" "$@"; }
as() { # LOGIN COMMAND…
  timeout 60 "$reeve" --dsn "host=$PGHOST port=$PGPORT user='$1' dbname=$db" --app "$app" "${@:2}" 2>&1
}
# One digest of each table of the app: every column but those that the catalog says code of the app
# keeps, which the verbs name.
digests() {
  query -c "SELECT c.relname || ' ' || (xpath('//x/text()', query_to_xml(format(
      'SELECT md5(string_agg(r, chr(10) ORDER BY r)) AS x
        FROM %s t CROSS JOIN LATERAL (SELECT (to_jsonb(t) - %L::text[])::text) j(r)', c.oid::regclass,
      coalesce((SELECT l.touched_columns FROM reeve.collection l WHERE l.app = '$app' AND l.is_live
        AND l.relation = c.oid), '{}')),
      FALSE, TRUE, '')))[1]::text
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition ORDER BY 1"
}
# Nothing that was printed holds a secret.
clean() { # WHAT, output on standard input
  local told
  told=$(grep -m 1 SECRETCANARY) && fail "$1 prints a secret: ${told:0:200}"
}

check() { # FILE
  local file=$1 started=$SECONDS out dsn people subject key verb name line before after
  app=$(basename "$file" .sql | tr 'A-Z_.' 'a-z--')
  db=adopted_$app
  out=$keep/$app
  mkdir -p "$out"
  dsn="host=$PGHOST port=$PGPORT user=postgres dbname=$db"
  psql -XqAt -d postgres -c "CREATE DATABASE \"$db\"" -c "CREATE ROLE \"$app owner\"" || return
  psql -Xq -d "$db" -f "$file" >"$out/load" 2>&1
  line=$(grep -c ERROR "$out/load")
  [ "$line" = 0 ] || echo "        $app: $line statements of the schema do not run here"
  people=$(query -c "SELECT r FROM unnest('{users,person,people,accounts,members,customer}'::text[])
    WITH ORDINALITY u(r, n) WHERE to_regclass('public.' || quote_ident(r)) IS NOT NULL ORDER BY n
    LIMIT 1")
  query -c "SET adoption.people = '$people'" -f "$here/scripts/adoption/plant.sql" >"$out/plant" 2>&1
  query -c "SET adoption.people = '$people'; SET search_path = public" \
    -f "$here/scripts/adoption/secrets.sql" >>"$out/plant" 2>&1 || fail 'canaries are not planted'
  query -v owner="$app owner" -f "$here/scripts/adoption/own.sql" >>"$out/plant" 2>&1 ||
    fail 'nobody owns it'
  "$reeve" upgrade --dsn "$dsn" >"$out/upgrade" 2>&1 || fail 'upgrade'
  query -c "CREATE ROLE \"anna $app\" LOGIN IN ROLE reeve_senior;
    CREATE ROLE \"bob $app\" LOGIN IN ROLE reeve_senior;
    INSERT INTO reeve.member(role_name, rank, added_by)
    SELECT r || ' $app', 'senior', 'test' FROM unnest('{anna,bob}'::text[]) r"
  local adopt=$SECONDS
  "$reeve" adopt --schema public --app "$app" --enforce guard --try --dsn "$dsn" \
    --write "$out/a/folder/catalog.yaml" >"$out/adopt" 2>&1 || fail "adopt: $(tail -n 1 "$out/adopt")"
  cp "$out/a/folder/catalog.yaml" "$out/first.yaml"
  "$reeve" adopt --schema public --app "$app" --enforce guard --try --dsn "$dsn" \
    --write "$out/a/folder/catalog.yaml" >"$out/again" 2>&1 || fail 'adopt again'
  cmp -s "$out/first.yaml" "$out/a/folder/catalog.yaml" || fail 'adopting again changes the draft'
  clean 'adopt' <"$out/adopt"
  clean 'the draft' <"$out/first.yaml"
  "$reeve" catalog check --try "$out/first.yaml" --dsn "$dsn" >"$out/check" 2>&1 ||
    sed "s/^/        $app: /" "$out/check" | head -n 20
  adopt=$((SECONDS - adopt))
  "$reeve" catalog apply "$out/first.yaml" --dsn "$dsn" >"$out/apply" 2>&1 ||
    { fail "apply: $(tail -n 2 "$out/apply")"; return; }
  "$reeve" search reindex --app "$app" --dsn "$dsn" >"$out/reindex" 2>&1 || fail 'reindex'

  # Reading.
  {
    as "anna $app" -c 'search SECRETCAN' -c 'search smtp'
    query -F ' ' -c "SELECT name, key_sql, table_sql FROM reeve.collection WHERE app = '$app'
      AND is_live ORDER BY collection_id" >"$out/collections"
    query -c "SELECT format('SELECT %L || '':'' || %s FROM %s t ORDER BY 1 LIMIT 1;', name, key_sql,
      table_sql) FROM reeve.collection WHERE app = '$app' AND is_live" | query -f - >"$out/subjects"
    while read -r subject; do
      printf "show '%s'\nfind %s SECRETCAN\n" "$subject" "${subject%%:*}"
      printf "history '%s'\n" "$subject"
    done <"$out/subjects" >"$out/reading"
    for line in expanded json csv; do
      grep '^show' "$out/reading" | head -n 8 | sed "s/$/ --output $line/"
    done >"$out/more"
    cat "$out/more" >>"$out/reading"
    # A script ends with the first command that fails: each line is one of its own.
    tr '\n' '\0' <"$out/reading" | xargs -0 -P 2 -I% timeout 60 "$reeve" \
      --dsn "host=$PGHOST port=$PGPORT user='anna $app' dbname=$db" --app "$app" -c %
  } >"$out/read" 2>&1
  # Controls: what is open is printed, so that a secret would be.
  grep -q 'A plain note' "$out/read" || fail 'nothing of the vault is printed'
  sed -E 's/(find|search) [a-z0-9_]* ?SECRETCAN//' "$out/read" | clean 'a verb that reads'

  # Acting: done and undone, each row of each table is as it was.
  while IFS='|' read -r name verb key; do
    before=$(digests)
    line=$(as "anna $app" -c "$verb '$name:$key' --policy terms --for 7d --why tried --record-only --yes") ||
      line=$(as "anna $app" -c "$verb '$name:$key' --policy terms --why tried --record-only --yes") ||
      fail "$verb $name:$key: $(tail -n 1 <<<"$line")"
    echo "$line" >>"$out/acts"
    case $line in *P[0-9]*)
      line=$(as "bob $app" -c "approve $(grep -oE 'P[0-9]+' <<<"$line" | head -n 1) --yes") ||
        fail "approve: $line"
      echo "$line" >>"$out/acts" ;;
    esac
    line=$(as "anna $app" -c "undo A$(query -c 'SELECT max(action_id) FROM reeve.action') --yes") ||
      fail "undo of $verb $name:$key: $(tail -n 1 <<<"$line")"
    echo "$line" >>"$out/acts"
    after=$(digests)
    [ "$before" = "$after" ] || fail "$verb $name:$key is not taken back: $(
      diff <(echo "$before") <(echo "$after") | grep '^>' | cut -d' ' -f2 | tr '\n' ' ')"
  done < <(query -c "SELECT DISTINCT ON (r.verb, l.name) format(
      'SELECT %L || ''|'' || %L || ''|'' || %s FROM %s t ORDER BY 1 LIMIT 1;', l.name, r.verb,
      l.key_sql, l.table_sql)
    FROM reeve.rule r JOIN reeve.collection l USING (collection_id)
    WHERE r.app = '$app' AND r.is_live AND r.kind <> 'list' AND r.verb IN ('ban', 'hide')
      AND (r.columns <> '{}' OR r.verb = 'ban')" | query -f -)
  clean 'a verb that acts' <"$out/acts"

  # Guards: with one person banned, rows are inserted that name that person in one column alone.
  guards "$out"

  # Erasure: no name is left in a dump of the whole database.
  name=$(query -c "SELECT l.name FROM reeve.collection l WHERE l.app = '$app' AND l.relation = '$people'::regclass")
  line=$(as "anna $app" -c "erase $name:1 --why asked --yes")
  case $line in *P[0-9]*)
    line=$(as "bob $app" -c "approve $(grep -oE 'P[0-9]+' <<<"$line" | head -n 1) --yes") ;;
  esac
  echo "$line" >"$out/erase"
  for _ in 1 2 3; do
    "$reeve" work --once --sink "$out" --dsn "host=$PGHOST port=$PGPORT user=reeve_worker dbname=$db" \
      >>"$out/work" 2>&1
  done
  pg_dump "$db" >"$out/dump.sql"
  grep -q SECRETCANARY "$out/dump.sql" || fail 'no secret was planted'
  [ "$(query -c "SELECT count(*) FROM $people WHERE $people::text ~* 'zephyrina2'")" != 0 ] ||
    fail 'the canaries of other people are gone'
  line=$(grep -cE 'Zephyrina1|zephyrina1@' "$out/dump.sql") &&
    fail "$line lines of a dump still name the erased: $(
      grep -m 2 -nE 'Zephyrina1|zephyrina1@' "$out/dump.sql" | cut -c1-160)"
  echo "ok      $app: $(wc -l <"$out/collections") collections; adopted twice and tried in ${adopt} s, all in $((SECONDS - started)) s"
}

guards() {
  local name
  name=$(query -c "SELECT l.name FROM reeve.collection l WHERE l.app = '$app' AND l.relation = '$people'::regclass")
  as "anna $app" -c "ban $name:1 --policy terms --for 7d --why tried --yes" >"$1/ban" || {
    fail "ban: $(tail -n 1 "$1/ban")"; return; }
  query -v people="$people" -f "$here/scripts/adoption/guards.sql" >"$1/guards" 2>"$1/guards.err" ||
    fail "guards: $(tail -n 1 "$1/guards.err")"
  while IFS='|' read -r table column; do
    fail "a ban refuses a row that names the banned as $table.$column only"
  done < <(grep -E '\|(.*_)?(approver|updater|recipient|receiver|to_user|to|target|mentioned|blocked|reported|resolved|muted|inviter|invited|friend|handled|assignee|revoker|deleter|closed_by|hidden_by|banned)(_id)?$' "$1/guards")
  grep -q '^others|' "$1/guards" && fail "a ban refuses rows of others: $(grep '^others|' "$1/guards")"
  grep -q '|' "$1/guards" || fail 'a ban refuses nothing'
  echo "        $app: a ban refuses rows of the banned in $(grep -c '|' "$1/guards") columns"
  as "anna $app" -c "undo A$(query -c 'SELECT max(action_id) FROM reeve.action') --yes" >>"$1/ban" ||
    fail 'undo of the ban'
}

for file in "${files[@]}"; do check "$file"; done
[ "$failed" = 0 ] || { echo "$failed failed"; exit 1; }
