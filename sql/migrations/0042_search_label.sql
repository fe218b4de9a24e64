-- A search index keeps no labels: a page of results has those of its rows.

DO $$
DECLARE
  g record;
BEGIN
  FOR g IN SELECT n.table_name FROM reeve.search_generation n ORDER BY n.generation_id LOOP
    EXECUTE format('ALTER TABLE IF EXISTS reeve_index.%I DROP COLUMN IF EXISTS label',
      g.table_name);
  END LOOP;
END
$$;
