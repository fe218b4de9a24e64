-- A parent table is truncated, by whose texts 20,000 rows are found.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop".tray(id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE "Odd Shop".bead(id int PRIMARY KEY, tray_id int NOT NULL, title text NOT NULL);
CREATE INDEX ON "Odd Shop".bead(tray_id);
INSERT INTO "Odd Shop".tray VALUES (1, 'Velvet tray'), (2, 'Cork tray');
INSERT INTO "Odd Shop".bead SELECT n, 1 + n % 2, 'Bead ' || n FROM generate_series(1, 20000) n;
RESET ROLE;
ANALYZE "Odd Shop".bead;
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest() || jsonb_build_object(
  'collections', '{
    "tray": {"table": "tray", "key": ["id"], "label": "t.name", "show": ["id"]},
    "bead": {"table": "bead", "key": ["id"], "label": "t.title", "show": ["id"],
      "parents": {"tray": {"collection": "tray", "columns": ["tray_id"]}},
      "search": {"a": ["title"], "d": ["tray.name"]}}}'::jsonb,
  'actions', '[]'::jsonb, 'stale', '{}'::jsonb)) \gset
SELECT collection_id AS bead FROM reeve.collection WHERE app = 'shop' AND name = 'bead' \gset
SELECT reeve.search_begin(:bead, TRUE, 20000) AS gen \gset
CREATE FUNCTION pg_temp.reeve_steps(gen int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
END
$$;
SELECT pg_temp.reeve_steps(:gen) AS built \gset
SELECT ok(reeve.search_swap(:gen, NULL, NULL));
DELETE FROM reeve.change;
CREATE FUNCTION pg_temp.reeve_found(query text) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT s.key FROM reeve.search('shop', query, 'bead', max => 100) s
$$;
SELECT is(count(*)::int, 100, 'rows are found by the texts of parents')
FROM pg_temp.reeve_found('velvet');

TRUNCATE "Odd Shop".tray;
SELECT is((SELECT count(*) FROM reeve.change), 1::bigint, 'the app writes one line');
UPDATE reeve.change SET xid = '3';
SELECT reeve.search_collect(10000) AS moved \gset
SELECT is(reeve.search_take(:bead, 1000), 1, 'rows that belong to it are found, and wait');
SELECT results_eq(format($$ SELECT count(*), min(cardinality(w.keys)), max(cardinality(w.keys)),
    bool_and(w.is_behind) FROM reeve.search_waiting w WHERE w.collection_id = %s $$, :bead),
  'VALUES (80::bigint, 250, 250, TRUE)', 'in parts, behind all else');
SELECT is(reeve.search_take(:bead, 1000), 250, 'one of which is written at a time');
UPDATE "Odd Shop".bead SET title = 'Urgent' WHERE id = 17777;
UPDATE reeve.change SET xid = '4';
SELECT reeve.search_collect(10000) AS moved \gset
SELECT is(reeve.search_take(:bead, 1), 1, 'what changes meanwhile waits for no more than that');
SELECT results_eq($$ SELECT pg_temp.reeve_found('urgent') $$, ARRAY['17777']);
CREATE FUNCTION pg_temp.reeve_drain(collection_id int) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
  taken int;
  sizes int[] := '{}';
BEGIN
  LOOP
    taken := reeve.search_take(collection_id, 1000);
    EXIT WHEN taken = 0;
    sizes := sizes || taken;
  END LOOP;
  RETURN sizes;
END
$$;
SELECT is(pg_temp.reeve_drain(:bead), array_fill(250, ARRAY[79]), 'the others follow');
SELECT is_empty($$ SELECT pg_temp.reeve_found('velvet') $$, 'then no row is found by them');
SELECT results_eq($$ SELECT pg_temp.reeve_found('"bead 4711"') $$, ARRAY['4711'],
  'and each by its own');
SELECT is((SELECT sum(v.missing + v.extra + v.stale)::int
  FROM reeve.search_verify(:gen, TRUE) v), 0, 'as the rows say');
SELECT is_empty(format($$ SELECT FROM reeve_index.word_%s w
  WHERE w.word IN ('velvet', 'cork', 'tray') $$, :gen), 'and their words are forgotten');
SELECT * FROM finish();
ROLLBACK;
