#!/usr/bin/env bash
# The page of `reeve report --html` in headless Chromium, on a phone and on a desk, light and dark, of a marketplace
# whose policies and queues have names that nobody expects: scripts/page-check.py.
#
# REEVE_BIN   the directory of the programs
# REEVE_DSN   a server as its superuser
# PICTURES    a folder that gets a picture of each; none if unset
set -euo pipefail
cd "$(dirname "$0")/../.."
database=reeve_chaos_page_$$
dsn="$REEVE_DSN dbname=$database"
work=$(mktemp -d)
finish() {
  local status=$?
  psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $database WITH (FORCE)" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$dsn" "$@"; }

psql -Xq "$REEVE_DSN dbname=postgres" -c "CREATE DATABASE $database"
"$REEVE_BIN/reeve" upgrade --dsn "$dsn" --first-admin auda 2>"$work/log" || { cat "$work/log"; exit 1; }
"$REEVE_BIN/reeve" sample load randevoo --dsn "$dsn" 2>"$work/log" || { cat "$work/log"; exit 1; }
# A past that nobody has lived through: triggers and keys are not asked.
sql <<'SQL'
SET session_replication_role = replica;
UPDATE reeve.policy SET title = repeat('Unterlassungsverpflichtungserklärung', 6) WHERE name = 'fraud';
UPDATE reeve.policy SET title = 'حظر المنتجات 禁止出售假货 🚫' WHERE name = 'counterfeit';
ALTER TABLE reeve.queue DROP CONSTRAINT queue_name;
INSERT INTO reeve.queue(name) VALUES (repeat('q', 200)), ('<img src=x onerror=alert(1)>' || chr(8238));
INSERT INTO reeve.job_delta(queue_id, state, n) SELECT queue_id, 'available', 1234567890 FROM reeve.queue;
INSERT INTO reeve.report(at, collection_id, key, policy, words, filed_by)
SELECT now() - d * interval '1 day', c.collection_id, 'k', p.name, 'w', 'l'
FROM generate_series(1, 29) d CROSS JOIN generate_series(1, d * d) n
CROSS JOIN (SELECT collection_id FROM reeve.collection WHERE name = 'product') c
CROSS JOIN reeve.policy p;
INSERT INTO reeve.action(verb, collection_id, key, actor, policy, reason, until, performed_at)
SELECT 'hide', c.collection_id, 'k', 'a', p.name, 'r', 'infinity', now() - d * interval '1 day'
FROM generate_series(1, 29) d CROSS JOIN generate_series(1, 40 - d) n
CROSS JOIN (SELECT collection_id FROM reeve.collection WHERE name = 'product') c
CROSS JOIN (SELECT name FROM reeve.policy WHERE name IN ('fraud', 'counterfeit')) p;
SQL
"$REEVE_BIN/reeve" report --html "$work/page.html" --dsn "$REEVE_DSN user=auda dbname=$database"
python3 scripts/page-check.py "$work/page.html" ${PICTURES:+"$PICTURES"}
