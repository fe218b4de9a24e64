#!/usr/bin/env bash
# Terms with real logins: an app's own login accepts for its people alone, a moderator and a senior see and
# remind with the console, and the record holds. Needs PGHOST.
set -euo pipefail
reeve=${REEVE:-$(cd "$(dirname "$0")/../../.." && pwd)/.build/debug/reeve}
name=terms_$$
root() { psql -XqAt -v ON_ERROR_STOP=1 -U postgres -d "${2:-$name}" -c "$1"; }
work=$(mktemp -d)
finish() {
  root "DROP DATABASE IF EXISTS $name WITH (FORCE)" postgres
  root "DROP ROLE IF EXISTS ${name}_app, ${name}_other, ${name}_mod, ${name}_senior" postgres
  rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAIL: $1" >&2; exit 1; }
root "CREATE DATABASE $name" postgres
root "CREATE ROLE ${name}_app LOGIN; CREATE ROLE ${name}_other LOGIN; CREATE ROLE ${name}_mod LOGIN;
  CREATE ROLE ${name}_senior LOGIN" postgres
dsn="host=$PGHOST user=postgres dbname=$name"
"$reeve" upgrade --dsn "$dsn" --first-admin "${name}_senior" >"$work/log" 2>&1
for app in randevoo sotravel; do "$reeve" sample load $app --schema-only --dsn "$dsn" >>"$work/log" 2>&1; done
root "GRANT reeve_app TO ${name}_app, ${name}_other;
  GRANT randevoo_app TO ${name}_app; GRANT sotravel_app TO ${name}_other;
  GRANT reeve_moderator TO ${name}_mod;
  INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('${name}_mod', 'moderator', 'test');
  INSERT INTO randevoo.users(id, first_name) OVERRIDING SYSTEM VALUE
  SELECT n, 'Person ' || n FROM generate_series(9001, 9004) n" >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; exit 1; }
ask() { psql -XqAt -v ON_ERROR_STOP=1 -U "$1" -d "$name" -c "$2" 2>&1; }
refused() { # LOGIN SQL TEXT WHAT
  local said
  if said=$(ask "$1" "$2"); then fail "$4: $said"; fi
  [[ $said == *"$3"* ]] || fail "$4: $said"
}
[ "$(ask "${name}_app" "SELECT kind || ' ' || language FROM reeve.term_due('randevoo', 'user:9001', 'it-IT')" | paste -sd,)" = \
  'privacy it,use it' ] || fail 'the app asks what somebody has to accept'
first=$(ask "${name}_app" "SELECT reeve.term_accept('randevoo', 'user:9001', 'use', '2026-01', 'it')")
[ "$first" = "$(ask "${name}_app" "SELECT reeve.term_accept('randevoo', 'user:9001', 'use', '2026-01', 'en')")" ] ||
  fail 'accepted twice is the same acceptance'
refused "${name}_app" "SELECT reeve.term_accept('randevoo', 'user:9002', 'use', '2020-01', 'en')" 'no longer in force' \
  'a version from the past'
refused "${name}_other" "SELECT reeve.term_accept('randevoo', 'user:9002', 'use', '2026-01', 'en')" 'not a login of app' \
  'the login of another app'
refused "${name}_other" "SELECT * FROM reeve.term_due('randevoo', 'user:9002')" 'not a login of app' \
  'what the people of another app have to accept'
refused "${name}_mod" "SELECT reeve.term_accept('randevoo', 'user:9002', 'use', '2026-01', 'en')" 'permission denied' \
  'a moderator accepts for nobody'
refused "${name}_app" "DELETE FROM reeve.acceptance" 'permission denied' 'an app takes nothing back'
refused "${name}_app" "UPDATE reeve.term_text SET body = 'x'" 'permission denied' 'nor changes a text'
refused "${name}_senior" "UPDATE reeve.term_version SET effective_on = '2020-02-02'" 'permission denied' \
  'nor does a senior'
refused "${name}_app" "SELECT * FROM reeve.term_pending('randevoo', 'use', NULL, 9)" 'permission denied' \
  'an app lists nobody'
refused "${name}_app" "SELECT reeve.enqueue('terms.remind', '{\"kind\": \"use\"}')" 'permission denied' 'nor reminds'
console() { "$reeve" --dsn "host=$PGHOST user=$1 dbname=$name" -c "$2" 2>&1; }
console "${name}_mod" 'terms --json app,kind,version,state' >"$work/out" || fail "$(cat "$work/out")"
grep -q '2026-01' "$work/out" || fail "terms are listed: $(cat "$work/out")"
"$reeve" --app randevoo --dsn "host=$PGHOST user=${name}_mod dbname=$name" -c 'terms pending use' >"$work/out" ||
  fail "$(cat "$work/out")"
grep -q 'user:9002' "$work/out" && ! grep -q 'user:9001' "$work/out" || fail "who has not accepted: $(cat "$work/out")"
! "$reeve" --app randevoo --dsn "host=$PGHOST user=${name}_mod dbname=$name" -c 'terms remind use' >"$work/out" 2>&1 ||
  fail 'a moderator reminded people'
grep -q 'rank' "$work/out" || fail "$(cat "$work/out")"
# A published text never changes, and a catalog reads no file outside its folder.
here=$(cd "$(dirname "$0")/../../.." && pwd)
cp -r "$here/sql/apps/randevoo" "$work/app"
check() { "$reeve" catalog check "$work/app/catalog.yaml" --dsn "$dsn" 2>&1 || true; }
[[ $(check) != *terms* ]] || fail "the terms of the sample: $(check)"
echo 'One more rule.' >>"$work/app/terms/use-2026-01-en.md"
[[ $(check) == *'was published in this language, and differs'* ]] || fail "a changed text: $(check)"
sed -i 's|terms/use-2026-01-en.md|../log|' "$work/app/terms.yaml"
[[ $(check) == *'is not below the folder'* ]] || fail "a file elsewhere: $(check)"
echo ok
