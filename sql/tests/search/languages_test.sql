BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/languages.sql
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
DELETE FROM "Odd Shop".item;
INSERT INTO "Odd Shop".item(stall_code, nr, title) SELECT 'c', id, title FROM product;
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
DO $do$
DECLARE
  gen int := (SELECT reeve.search_begin(collection_id, FALSE, 1000) FROM reeve.collection
    WHERE app = 'shop' AND name = 'item');
BEGIN
  WHILE (SELECT did FROM reeve.search_step(gen, NULL, NULL)) <> 'built' LOOP
  END LOOP;
  ASSERT reeve.search_swap(gen, NULL, NULL);
END
$do$;

CREATE TEMP TABLE missed AS
SELECT w.query, w.ids, ARRAY(
  SELECT (q.key::jsonb ->> 1)::int FROM reeve.search('shop', w.query, 'item', max => 3)
    WITH ORDINALITY q ORDER BY q.ordinality) AS found
FROM wanted w;
DELETE FROM missed WHERE ids && found;
SELECT cmp_ok((SELECT count(*)::int FROM missed), '<=', (SELECT count(*)::int / 20 FROM wanted),
  'of ' || (SELECT count(*) FROM wanted) || ' queries 19 of 20 find their product among the first '
  'three');
SELECT diag(format('missed: %s wanted %s, found %s', query, ids, found)) FROM missed;

SELECT * FROM finish();
ROLLBACK;
