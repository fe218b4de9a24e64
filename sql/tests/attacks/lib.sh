#!/usr/bin/env bash
# Sourced by the attacks' tests: each attack runs in a copy of a database with a hostile app, through
# real logins, and is judged by what it left in the session, the cluster, the record and other apps.
# Connects by libpq's environment as a superuser. REEVE is the console, REEVE_TEST_TEMPLATE what the
# database is a copy of.
#
# attack SENTENCE          begins one, in a database of its own; SENTENCE says what must hold
# hostile                  runs SQL from standard input as the app's owner, before the act
# payload STATEMENTS       what evil.fire() does from then on
# trigger, policy, vehicle puts evil.fire() behind a table
# act LOGIN COMMAND…       runs console commands; their output is $work/out, the exit status $status
# in_session LOGIN SQL     runs SQL through psql, between two looks at everything a session keeps
# held                     judges: ok, or not ok and why
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
area=$(basename "$0" _test.sh)
base=attack_${area}_$$
work=$(mktemp -d /tmp/reeve-attack.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
senior1=senior1_$base senior2=senior2_$base moderator1=moderator1_$base viewer1=viewer1_$base
owner=millowner_$base norank=norank_$base
logins=("$senior1" "$senior2" "$moderator1" "$viewer1" "$owner" "$norank")
tests=0 broken=0
# What the server says is in another language for each script and each major version; REEVE_ATTACK_LOCALE
# chooses it, and scripts/chaos/attacks.sh tries all.
locales=(C.UTF-8 de_DE.UTF-8 ja_JP.UTF-8 ar_EG.UTF-8 tr_TR.UTF-8)

sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }

finish() {
  local code=$? name
  trap - EXIT
  for name in $(sql -d postgres -c "SELECT datname FROM pg_database WHERE datname LIKE '$base%'"); do
    sql -d postgres -c "DROP DATABASE IF EXISTS \"$name\" WITH (FORCE)"
  done
  for name in "${logins[@]}"; do sql -d postgres -c "DROP ROLE IF EXISTS \"$name\""; done
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Makes the database that each attack copies.
prepare() {
  local name
  sql -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
    -c "ALTER DATABASE $base SET lc_messages = '$locale'" &&
    sql -d "$base" -f "$here/mill.sql" &&
    "$reeve" catalog apply "$here/catalog.yaml" --dsn "dbname=$base user=$PGUSER" \
      >"$work/out" 2>&1 || { cat "$work/out"; echo 'Bail out! the hostile app cannot be made'; exit 1; }
  for name in "${logins[@]}"; do echo "CREATE ROLE $name LOGIN;"; done >"$work/logins.sql"
  cat >>"$work/logins.sql" <<SQL
GRANT reeve_senior TO $senior1, $senior2;
GRANT reeve_moderator TO $moderator1;
GRANT reeve_viewer TO $viewer1;
GRANT mill_owner TO $owner;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$senior1', 'senior', 'test'),
  ('$senior2', 'senior', 'test'), ('$moderator1', 'moderator', 'test'),
  ('$viewer1', 'viewer', 'test');
UPDATE reeve.cron SET next_at = 'infinity';
SQL
  sql -d "$base" -f "$work/logins.sql"
}

attack() { # SENTENCE
  sentence=$1 tests=$((tests + 1)) db=${base}_$tests watched=0 status=0
  culprit='evil|hostile' allowed='^[<>] (command [^ ]+ (hide|ban|undo) |job moderation\.)'
  witness="UPDATE mill.ware SET note = note WHERE id = 200"
  : >"$work/out" >"$work/session"
  # A copy of files takes a fraction of what a copy by way of the WAL takes.
  sql -d postgres -c "CREATE DATABASE $db TEMPLATE $base STRATEGY file_copy" \
    -c "GRANT CREATE ON DATABASE $db TO mill_owner, randevoo_owner, reeve_owner" \
    -c "ALTER DATABASE $db SET lc_messages = '$locale'"
}

hostile() { # as the app's owner, from standard input
  { echo 'SET ROLE mill_owner; SET check_function_bodies = off;'; cat; } |
    sql -d "$db" -U "$owner" -o /dev/null || { echo "# the attack could not be set up"; broken=$((broken + 1)); }
}

payload() { # PL/pgSQL
  hostile <<SQL
CREATE OR REPLACE FUNCTION evil.payload() RETURNS void LANGUAGE plpgsql AS \$payload\$
BEGIN
  $1
  PERFORM pg_catalog.nextval('evil.went');
END
\$payload\$;
SQL
}

trigger() { # BEFORE|AFTER ROW|STATEMENT [TABLE] [NAME] [EVENTS]
  hostile <<<"CREATE TRIGGER ${4:-hostile} $1 ${5:-INSERT OR UPDATE} ON mill.${3:-ware}
    FOR EACH $2 EXECUTE FUNCTION evil.fire_row();"
}

# Puts evil.fire() where an update of a row of `ware` and of `person`, or a look at one, reaches it.
vehicle() { # KIND
  case $1 in
    'a BEFORE row trigger') trigger BEFORE ROW; trigger BEFORE ROW person ;;
    'an AFTER row trigger') trigger AFTER ROW; trigger AFTER ROW person ;;
    'a BEFORE statement trigger') trigger BEFORE STATEMENT; trigger BEFORE STATEMENT person ;;
    'an AFTER statement trigger') trigger AFTER STATEMENT; trigger AFTER STATEMENT person ;;
    'a constraint trigger') hostile <<<"CREATE CONSTRAINT TRIGGER hostile AFTER UPDATE ON mill.ware
      FOR EACH ROW EXECUTE FUNCTION evil.fire_row();" ;;
    'a deferred constraint trigger') hostile <<<"CREATE CONSTRAINT TRIGGER hostile AFTER UPDATE
      ON mill.ware DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.fire_row();" ;;
    'a CHECK constraint') hostile <<<"ALTER TABLE mill.ware
      ADD CONSTRAINT hostile CHECK (evil.fire_immutable(hidden_until));" ;;
    'a generated column') hostile <<<"ALTER TABLE mill.ware
      ADD hostile boolean GENERATED ALWAYS AS (evil.fire_immutable(hidden_until)) STORED;" ;;
    'an index expression') hostile <<<"CREATE INDEX hostile
      ON mill.ware((evil.fire_immutable(hidden_until)));" ;;
    'a partial index') hostile <<<"CREATE INDEX hostile ON mill.ware(hidden_until)
      WHERE evil.fire_immutable(hidden_until);" ;;
    'an exclusion constraint') hostile <<<"ALTER TABLE mill.ware ADD CONSTRAINT hostile EXCLUDE
      USING btree (id WITH =) WHERE (evil.fire_immutable(hidden_until));" ;;
    'a rule DO ALSO') culprit='hostile|DO ALSO rules'; hostile <<<"CREATE RULE hostile AS ON UPDATE TO mill.ware
      DO ALSO SELECT evil.fire();" ;;
    'a policy USING') policy ware 'USING (id > 2 OR evil.fire())' ;;
    'a policy WITH CHECK') policy ware 'USING (true) WITH CHECK (id > 2 OR evil.fire())' ;;
    'a cascading foreign key') hostile <<<"ALTER TABLE mill.ware ADD twin timestamptz;
      UPDATE mill.ware SET hidden_until = timestamptz '2000-01-01' + id * interval '1 s';
      ALTER TABLE mill.ware ADD UNIQUE (hidden_until);
      CREATE TABLE mill.shade(until timestamptz CONSTRAINT hostile REFERENCES mill.ware(hidden_until)
        ON UPDATE CASCADE);
      INSERT INTO mill.shade SELECT hidden_until FROM mill.ware;
      CREATE TRIGGER hostile BEFORE UPDATE ON mill.shade
      FOR EACH ROW EXECUTE FUNCTION evil.fire_row();" ;;
    *) echo "no vehicle $1"; exit 1 ;;
  esac
}
policy() { # TABLE CLAUSES
  hostile <<<"ALTER TABLE mill.$1 ENABLE ROW LEVEL SECURITY;
    ALTER TABLE mill.$1 FORCE ROW LEVEL SECURITY;
    CREATE POLICY hostile ON mill.$1 FOR ALL TO PUBLIC $2;"
}

# What a look at everything finds, after a statement: before and after must be the same.
world() { # STATEMENT
  sql -d "$db" -v logins="$base" -c "$1" -f "$here/world.sql"
}
watch() {
  [ "$watched" = 0 ] || return 0
  watched=1
  world "SELECT FROM unnest('{ran,as_other,went,turn}'::text[]) s
    WHERE setval(('evil.' || s)::regclass, 1, FALSE) IS NULL" >"$work/world"
}

act() { # LOGIN COMMAND…
  local login=$1 command=() one
  shift
  watch
  for one in "$@"; do command+=(-c "$one"); done
  timeout 600 "$reeve" --app mill --yes --dsn "dbname=$db user=$login" "${command[@]}" \
    >>"$work/out" 2>&1 </dev/null
  status=$?
}

work_once() { # KIND ARGUMENTS
  mkdir -p "$work/sink"
  allowed="$allowed|^[<>] (command system:|job )"
  watch
  sql -d "$db" -o /dev/null -c "SELECT reeve.enqueue('$1', '$2', app => 'mill')"
  timeout 600 "$reeve" work --once --sink "$work/sink" --dsn "dbname=$db user=reeve_worker" \
    >>"$work/out" 2>&1 </dev/null
  status=$?
  sql -d "$db" -c "SELECT e.outcome, e.error FROM reeve.job_end e WHERE e.error IS NOT NULL" \
    >>"$work/out"
}

in_session() { # LOGIN SQL
  watch
  {
    printf '\\o %s\n\\i %s\n\\o\n' "$work/session.before" "$here/session.sql"
    printf '\\set VERBOSITY verbose\n%s\n' "$2"
    printf '\\o %s\n\\i %s\n\\o\n' "$work/session.after" "$here/session.sql"
  } >"$work/script.sql"
  : >"$work/session.before" >"$work/session.after"
  timeout 600 psql -XqAt -d "$db" -U "$1" -f "$work/script.sql" >>"$work/out" 2>&1
  status=$?
  [ -s "$work/session.after" ] || echo 'the session could not be looked at' >>"$work/session.after"
  diff "$work/session.before" "$work/session.after" | sed -n '/^[<>]/p' >>"$work/session"
}

number() { sql -d "$db" -c "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM evil.$1"; }
problem() { problems+=("$1"); }

held() {
  local found ran other one
  problems=()
  world "SELECT CASE WHEN r.is_called THEN r.last_value ELSE 0 END,
    CASE WHEN o.is_called THEN o.last_value::regrole END
    FROM evil.ran r, evil.as_other o" >"$work/after"
  IFS='|' read -r ran other <"$work/after"
  [ -z "$other" ] || problem "its code ran as $other"
  found=$(tail -n +2 "$work/after" | diff "$work/world" - | grep '^[<>]' | grep -Ev "$allowed")
  [ -z "$found" ] || problem "what changed: $found"
  [ ! -s "$work/session" ] || problem "left in the session: $(cat "$work/session")"
  for one in "$@"; do
    [ "$(sql -d "$db" -c "SELECT $one")" = t ] || problem "not so: $one"
  done
  # The control: the hostile code ran, or the act was refused, naming it, and it runs for the app.
  if [ "$ran" = 0 ]; then
    if ! grep -Eq "$culprit" "$work/out"; then
      problem "the hostile code did not run, and no refusal names it (exit $status)"
    else
      hostile <<<"$witness"
      [ "$(number ran)" != 0 ] || problem "the hostile code does not run for the app either"
    fi
  fi
  judge
}

judge() {
  if [ "${#problems[@]}" -eq 0 ]; then
    echo "ok $tests - $sentence"
  else
    broken=$((broken + 1))
    echo "not ok $tests - $sentence"
    printf '%s\n' "${problems[@]}" | head -n 12 | cut -c 1-160 | sed 's/^/#   /'
    head -n 8 "$work/out" | cut -c 1-200 | sed 's/^/#   | /'
    sql -d postgres -f "$here/mend.sql" -v logins="$base"
  fi
  sql -d postgres -c "DROP DATABASE $db WITH (FORCE)"
}

finished() {
  echo "1..$tests"
  [ "$broken" -eq 0 ] || echo "# $broken of $tests attacks succeeded"
  [ "$broken" -eq 0 ] && [ "$tests" -gt 0 ]
}

# Calls that people's programs make.
hide() { echo "SELECT outcome, code, message, detail FROM reeve.action_perform('hide', 'mill', 'ware', '$1', '{\"policy\": \"spam\"}', NULL);"; }
find_ware="SELECT key FROM reeve.subject_find('mill', 'ware', 'Silk', false, 3);"
show_ware="SELECT field, value FROM reeve.subject_show('mill', 'ware', '1');"

locale=${REEVE_ATTACK_LOCALE:-${locales[$(sql -d postgres -c "SELECT (hashtext('$area') + current_setting(
  'server_version_num')::int / 10000) & 2147483647") % 5]}}
prepare
