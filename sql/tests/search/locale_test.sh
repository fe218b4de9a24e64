#!/usr/bin/env bash
# Search answers alike in databases of any locale, also where the small letter of I has no dot.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD}
. scripts/cluster.sh
trap cluster_stop EXIT
cluster_start || { echo 'Bail out! no cluster'; exit 1; }
. sql/tests/checks.sh
psql -Xqd postgres -c 'CREATE ROLE hall_owner' -c 'CREATE ROLE hall_web LOGIN'
answers() { # DATABASE LOCALE
  psql -Xqd postgres -c "CREATE DATABASE $1 TEMPLATE template0 $2" || return
  PGDATABASE=$1 "$reeve" upgrade >/dev/null 2>&1 || return
  psql -XqAt -v ON_ERROR_STOP=1 -d "$1" <<'SQL'
CREATE SCHEMA hall AUTHORIZATION hall_owner;
SET ROLE hall_owner;
CREATE TABLE hall.ware(id int PRIMARY KEY, title text, brand text);
RESET ROLE;
INSERT INTO hall.ware VALUES (1, 'IPHONE kılıfı SİYAH', 'İSTANBUL Çanta'),
  (2, 'Steam IRON, 2400 W', 'TITAN'), (3, 'Iron steam and water', 'Ilgaz'),
  (4, 'Kahve FİNCANI', 'ΟΔΟΣ'), (5, 'WIFI RTX-I5 adaptör', 'Éclair'), (6, 'Jääkaappi HELSINKI', 'KIA'),
  (7, 'Domain .IO', 'ILGAZ'), (8, 'Domain io', 'Ζ');
SELECT FROM reeve.catalog_apply('{"app": "hall", "schema": "hall", "owner": "hall_owner",
  "title": "Hall", "actions": [], "collections": {"ware": {"table": "ware", "key": ["id"],
    "label": "t.title", "show": ["id"], "search": {"a": ["title"], "facets": ["brand"],
      "public": true, "roles": ["hall_web"]}}}}');
DO $$
DECLARE
  gen int := (SELECT reeve.search_begin(collection_id, TRUE, 5) FROM reeve.collection);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;
SET SESSION AUTHORIZATION hall_web;
SELECT q, (SELECT jsonb_agg(jsonb_build_array(s.key, s.rank, s.marked, s.corrected) ORDER BY s.nth)
  FROM hall.search_ware(q) WITH ORDINALITY s(key, label, rank, marked, snippet, corrected, place,
    nth))
FROM unnest(ARRAY['iphone', 'IPHONE', 'siyah', 'SİYAH', 'iron', 'fincani', 'fincanı', 'wifi',
  'rtx-i5', 'helsinki', '.io', 'brand:"istanbul canta"', 'brand:KIA', 'brand:kia', 'brand:οδος',
  'brand:ÉCLAIR']) q;
SELECT hall.suggest_ware(q) FROM unnest(ARRAY['ip', 'wif', 'hel']) q;
SELECT jsonb_path_query_array(hall.find_ware('', '{"facets": true}'), '$.facets.brand[*].count');
RESET SESSION AUTHORIZATION;
SELECT reeve.search_language('IT-it');
SQL
}
plain=$(answers plain "LOCALE 'C.UTF-8'")
is 'rows are found whatever the case of their letters' "$(grep -c '\[\["' <<<"$plain")" 16
is 'facets and languages are told' "$(tail -n 2 <<<"$plain")" $'[2, 1, 1, 1, 1, 1, 1]\nitalian'
for locale in tr lt de; do
  is "a database in the language $locale answers alike" \
    "$(answers "in_$locale" "LOCALE_PROVIDER icu ICU_LOCALE '$locale' LOCALE 'C.UTF-8'")" "$plain"
done
answers ascii "LOCALE 'C'" >/dev/null
doctor() { PGDATABASE=$1 "$reeve" doctor 2>&1 | grep -c 'LC_CTYPE of this database is C,'; }
is 'a locale that knows no letters but A to Z is named' "$(doctor ascii)" 1
is 'and no other' "$(doctor plain)" 0
checked
