#!/usr/bin/env bash
# An upgrade grants what its release grants, whatever was revoked and whatever the database sets, and
# takes nothing away that is its own.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
export PGOPTIONS='-c client_min_messages=warning'
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} base=reeve_restored_$$ anna=restored_anna_$$
work=$(mktemp -d)
finish() {
  for name in "${base}_fresh" "${base}_plain" "${base}_live"; do
    run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"
  done
  run -d "$admin" -c "DROP ROLE IF EXISTS $anna"
  rm -rf "$work"
}
trap finish EXIT
fail() {
  printf '%s\n' "$@"
  exit 1
}
dsn() { echo "host=$PGHOST port=${PGPORT:-5432} user=${2:-${PGUSER:-postgres}} dbname=$1"; }
upgrade() { "$reeve" upgrade --dsn "$(dsn "$1")" "${@:2}" >"$work/upgrade" 2>&1 || fail "$(cat "$work/upgrade")"; }
same() { diff "$work/$1" "$work/$2" >"$work/diff" || fail "$3" "$(cat "$work/diff")" "$(cat "$work/upgrade")"; }
silent() { ! grep -E 'GRANT|REVOKE|ALTER (SCHEMA|TABLE)|release' "$work/upgrade" || fail "$1"; }

# Who may do what with what, by OIDs: of everything that Reeve and the apps own.
rights() {
  run -d "$1" <<'SQL' >"$work/$2"
WITH space AS (
  SELECT n.oid, n.nspname, n.nspacl, n.nspowner FROM pg_namespace n
  WHERE n.nspname ~ '^reeve' OR n.nspname IN (SELECT a.schema_name FROM reeve.app a)
),
item(kind, name, owner, grantor, grantee, privilege, is_grantable) AS (
  SELECT 'schema', n.nspname::text, n.nspowner, x.* FROM space n, aclexplode(n.nspacl) x
  UNION ALL
  SELECT 'relation', n.nspname || '.' || c.relname, c.relowner, x.*
  FROM pg_class c JOIN space n ON n.oid = c.relnamespace, aclexplode(c.relacl) x
  UNION ALL
  SELECT 'column', n.nspname || '.' || c.relname || '.' || a.attname, c.relowner, x.*
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  JOIN space n ON n.oid = c.relnamespace, aclexplode(a.attacl) x
  UNION ALL
  SELECT 'function', n.nspname || '.' || p.proname || ' ' || ARRAY(SELECT t.typname FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(id, place)
      JOIN pg_type t ON t.oid = a.id ORDER BY a.place)::text || ' '
    || coalesce(array_to_string(p.proconfig, ';'), ''), p.proowner, x.*
  FROM pg_proc p JOIN space n ON n.oid = p.pronamespace, aclexplode(p.proacl) x
  -- What the app's own files grant for imports, no upgrade gives back.
  WHERE n.nspname ~ '^reeve' OR x.grantee <> 'reeve_access'::regrole
  UNION ALL
  SELECT 'member', m.roleid || ' ' || m.member, 0, 0, 0, m.admin_option::text, FALSE
  FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid WHERE r.rolname ~ '^reeve_'
)
-- An owner's own rights are the same whether they are written down or not.
SELECT DISTINCT i.*::text FROM item i WHERE i.grantee <> i.owner ORDER BY 1;
SQL
}

# 1. A fresh database whose names are always quoted.
for kind in plain fresh; do
  run -d "$admin" -c "CREATE DATABASE ${base}_$kind"
  [ $kind = plain ] || run -d "$admin" -c "ALTER DATABASE ${base}_$kind SET quote_all_identifiers = on"
  upgrade "${base}_$kind" --first-admin "$anna"
  silent 'a fresh upgrade takes away or gives back something of its own'
  rights "${base}_$kind" "$kind"
  "$reeve" --dsn "$(dsn "${base}_$kind" "$anna")" -c whoami >"$work/out" 2>&1 || fail "$(cat "$work/out")"
done
same plain fresh 'with names always quoted, an upgrade grants something else'

# 2. A working installation in which that is set later.
run -d "$admin" -c "CREATE DATABASE ${base}_live TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "GRANT CREATE ON DATABASE ${base}_live TO reeve_owner, randevoo_owner"
upgrade "${base}_live" --first-admin "$anna"
rights "${base}_live" before
run -d "$admin" -c "ALTER DATABASE ${base}_live SET quote_all_identifiers = on"
"$reeve" doctor --full --dsn "$(dsn "${base}_live")" >"$work/doctor" 2>&1 || true
! grep -E 'release|rights|definer|versions' "$work/doctor" || fail 'doctor finds faults that are none'
upgrade "${base}_live"
silent 'an upgrade of a working installation takes away something of its own'
rights "${base}_live" quoted
same before quoted 'with names always quoted, an upgrade changes rights'

# 3. Everything that was granted is revoked, and something granted that no release grants.
run -d "${base}_live" <<'SQL' >"$work/revoke"
SELECT format('REVOKE %s ON SCHEMA %I FROM %I CASCADE;', x.privilege_type, n.nspname, r.rolname)
FROM pg_namespace n, aclexplode(n.nspacl) x, pg_roles r
WHERE r.oid = x.grantee AND r.oid <> n.nspowner AND (n.nspname ~ '^reeve' OR r.rolname ~ '^reeve')
UNION ALL
SELECT format('REVOKE %s ON %s FROM %I CASCADE;', x.privilege_type, c.oid::regclass, r.rolname)
FROM pg_class c, aclexplode(c.relacl) x, pg_roles r
WHERE r.oid = x.grantee AND r.oid <> c.relowner AND r.rolname ~ '^reeve'
UNION ALL
SELECT format('REVOKE %s (%I) ON %s FROM %I CASCADE;', x.privilege_type, a.attname,
  a.attrelid::regclass, r.rolname)
FROM pg_attribute a, aclexplode(a.attacl) x, pg_roles r
WHERE r.oid = x.grantee AND r.rolname ~ '^reeve'
UNION ALL
SELECT format('REVOKE %s ON FUNCTION %s FROM %I CASCADE;', x.privilege_type, p.oid::regprocedure,
  r.rolname)
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, aclexplode(p.proacl) x, pg_roles r
WHERE r.oid = x.grantee AND r.oid <> p.proowner AND (n.nspname ~ '^reeve' OR r.rolname ~ '^reeve')
  -- Who owns a table needs these while `catalog apply` makes its triggers, which grants them.
  AND p.proname !~ '^((rank_|join_)?capture|guard|follow)_'
UNION ALL
SELECT format('REVOKE %I FROM %I CASCADE;', g.rolname, m.rolname)
FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
WHERE g.rolname ~ '^reeve_' AND m.rolname ~ '^reeve_';
SQL
run -d "${base}_live" -f "$work/revoke"
run -d "${base}_live" -c 'GRANT SELECT ON reeve.command TO reeve_viewer' \
  -c 'GRANT UPDATE (hash) ON reeve.chain_head TO reeve_viewer WITH GRANT OPTION' \
  -c 'GRANT CREATE ON SCHEMA reeve_stage TO reeve_app' -c 'ALTER TABLE reeve.chain OWNER TO reeve_app'
"$reeve" doctor --dsn "$(dsn "${base}_live")" >"$work/doctor" 2>&1 && fail 'doctor sees nothing'
"$reeve" upgrade --dry-run --dsn "$(dsn "${base}_live")" >"$work/plan" 2>&1 || true
for told in 'GRANT USAGE ON schema reeve TO reeve_worker' 'GRANT SELECT (hash), SELECT (seq) ON reeve.chain_head TO reeve_viewer'; do
  grep -qF "$told" "$work/plan" || fail "the plan lacks: $told" "$(cat "$work/plan")"
done
upgrade "${base}_live"
rights "${base}_live" after
same before after 'an upgrade does not restore what its release grants'
"$reeve" --dsn "$(dsn "${base}_live" "$anna")" -c whoami >"$work/out" 2>&1 || fail "$(cat "$work/out")"
"$reeve" doctor --full --dsn "$(dsn "${base}_live")" >"$work/doctor" 2>&1 || true
! grep -E 'release|rights|definer|versions' "$work/doctor" || fail 'doctor finds faults after an upgrade'
