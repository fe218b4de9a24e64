#!/usr/bin/env bash
# Search over HTTP, as PostgREST calls functions: a login without rights of its own that takes a role for each
# request, a transaction that only reads for GET and for what does not write, arguments by name from one JSON.
# First the requests that the page of an app shows (docs/apps), then what clients may do wrong.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
db=rest_$$ gate=rest_$$_gate other=rest_$$_other
work=$(mktemp -d /tmp/reeve-rest.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error' PGDATABASE=postgres
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
finish() {
  local code=$?
  trap - EXIT
  sql -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" -c "DROP ROLE IF EXISTS $gate, $other"
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
tests=0 broken=0
is() { # HAVE WANT SENTENCE
  tests=$((tests + 1))
  if [ "$1" = "$2" ]; then echo "ok $tests - $3"; return; fi
  echo "not ok $tests - $3"
  printf '#   have: %s\n#   want: %s\n' "$1" "$2"
  broken=1
}
sql -c "CREATE DATABASE $db TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" -c "CREATE ROLE $other NOLOGIN" \
  -c "CREATE ROLE $gate LOGIN NOINHERIT IN ROLE randevoo_app, $other"
"$reeve" search reindex --dsn "dbname=$db" >/dev/null 2>&1 || { echo 'Bail out! no index'; exit 1; }

# METHOD NAME JSON [ROLE]: the body of the answer, or the code and the message of the error.
rpc() {
  local method=$1 name=$2 body=$3 role=${4:-randevoo_app} chosen mode call
  # The functions that have all arguments given, and of which none is missing.
  chosen=$(sql -d "$db" -v name="$name" -v body="$body" <<'SQL'
SELECT format(E'%s\t%I.%I(%s)\t%s', p.provolatile, n.nspname, p.proname, (
    SELECT string_agg(format('%I := a.%1$I', k), ', ') FROM jsonb_object_keys(:'body') k),
  (SELECT string_agg(format('%I %s', k, (
      SELECT format_type(t, NULL) FROM unnest(p.proargnames, p.proargtypes::oid[]) u(a, t)
      WHERE u.a = k)), ', ')
    FROM jsonb_object_keys(:'body') k))
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = 'randevoo' AND p.proname = :'name'
  AND ARRAY(SELECT jsonb_object_keys(:'body')) <@ p.proargnames[:p.pronargs]
  AND p.proargnames[:p.pronargs - p.pronargdefaults] <@ ARRAY(SELECT jsonb_object_keys(:'body'))
SQL
  )
  case $(grep -c . <<<"$chosen") in 0) echo PGRST202; return ;; 1) ;; *) echo PGRST203; return ;; esac
  IFS=$'\t' read -r mode call types <<<"$chosen"
  [ "$mode" = v ] && [ "$method" = POST ] && mode='READ WRITE' || mode='READ ONLY'
  PGOPTIONS='' psql -XqAt -v ON_ERROR_STOP=1 -v VERBOSITY=verbose -v body="$body" -v role="$role" \
    -d "dbname=$db user=$gate" 2>&1 <<SQL | sed -n '/^psql.*NOTICE/d; s/^.*ERROR: *\([0-9A-Z]*\): /\1 /; /^LOCATION/d; p'
BEGIN ISOLATION LEVEL READ COMMITTED $mode;
SELECT set_config('search_path', 'randevoo, public', true), set_config('role', :'role', true),
  set_config('request.jwt.claims', '{"role": "someone"}', true) \g /dev/null
WITH pgrst_source AS (
  SELECT c.found FROM (SELECT :'body'::json AS json_data) p,
    LATERAL (SELECT * FROM json_to_record(p.json_data) AS a($types) LIMIT 1) a,
    LATERAL (SELECT f AS found FROM $call f) c)
SELECT coalesce(json_agg(s.found) -> 0, 'null') FROM pgrst_source s;
COMMIT;
SQL
}
keys() { python3 -c 'import json, sys; print(*sorted(json.load(sys.stdin)))'; }

# The page, as it is generated.
psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -v app=randevoo -f "$root/sql/generate/contract.sql" -c '\echo :page' \
  >"$work/page.md" 2>&1
sed -n '/^POST /{s/^POST .rpc.//;h;n;n;n;G;s/\(.*\)\n\(.*\)/\2\t\1/;p}' "$work/page.md" >"$work/requests"
is "$(wc -l <"$work/requests")" 6 'the page has requests for two collections'
while IFS=$'\t' read -r name body; do
  said=$(rpc POST "$name" "$body")
  case $name in
    find_product) want='corrected facets next results total' said=$(keys <<<"$said") ;;
    find_store) want='corrected next results total' said=$(keys <<<"$said") ;;
    complete_*) want=suggestions said=$(keys <<<"$said") ;;
    opened_*) want='""' ;;
  esac
  is "$said" "$want" "POST /rpc/$name $body"
done <"$work/requests"
is "$(rpc GET find_product '{"query": "red"}' | keys)" 'corrected next results total' 'GET searches too, and counts nothing'
is "$(rpc POST search_product '{"query": "red"}')" null 'what there was before is still called by the same arguments'
is "$(rpc POST search_product '{"query": "red", "filters": {}, "sort": "-price", "max": 5}')" null 'all of them'
is "$(rpc POST suggest_product '{"prefix": "red", "max": 5}')" null '… and suggestions'
is "$(rpc POST find_product '{"query": "red", "filters": {}}')" PGRST202 'an argument that there is not is no function'
is "$(rpc POST find_product '{}')" PGRST202 'nor is one without a query'
is "$(rpc POST find_product '{"query": "red", "options": {"max": 1000}}')" \
  "RV001 options.max is no whole number from 1 to 100
HINT:  Options: filters, sort, max, after, facets, total, highlight, in, visitor.
CONTEXT:  PL/pgSQL function randevoo.find_product(text,jsonb) line 13 at RAISE" 'a bad option says which, and no more'
is "$(rpc POST find_product '{"query": "red", "options": {"after": "AAAAAAAAAAAAAAAAAAAA"}}' | head -n 1)" \
  'RV001 options.after is no cursor of this search' 'a forged cursor is refused'
is "$(rpc POST find_product '{"query": "red"}' "$other" | head -n 1)" \
  '42501 permission denied for schema randevoo' 'another role may not search'
is "$(rpc POST find_product '{"query": "red", "options": "all"}' | head -n 1)" \
  'RV001 options are an object such as {"max": 20}' 'options of another type'
echo "1..$tests"
exit "$broken"
