-- Reads as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_own(
  app text, table_name text, relation text, keys text, edited jsonb)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO reeve.import_transaction(app, table_name, id)
  SELECT import_own.app, import_own.table_name, x.id::bigint
  FROM jsonb_array_elements_text(reeve.cell_enter(app, format($f$
    WITH e AS MATERIALIZED (SELECT v ->> 0 AS k, v ->> 1 AS x FROM jsonb_array_elements(($7)[1]) v),
    n AS MATERIALIZED (
      SELECT ROW(%s)::text AS k, t.xmin::text AS x FROM %s t
      WHERE t.xmin::text NOT IN (SELECT unnest($1))),
    w AS (SELECT DISTINCT n.x FROM n WHERE NOT EXISTS (SELECT FROM e WHERE e.k = n.k))
    SELECT coalesce(jsonb_agg(w.x), '[]') FROM w
    WHERE NOT EXISTS (SELECT FROM n JOIN e USING (k) WHERE n.x IN (SELECT w.x FROM w))
  $f$, keys, relation), vals => ARRAY[edited],
    keys => ARRAY(SELECT i.id::text FROM reeve.import_transaction i
      WHERE i.app = import_own.app AND i.table_name = import_own.table_name))) x(id)
  ON CONFLICT DO NOTHING;
END
$$;

COMMENT ON FUNCTION reeve.import_own(text, text, text, text, jsonb) IS
  'Counts the transactions that wrote rows of a table since reeve.import_watch as those of an '
  'import, unless they also wrote a row that was edited before: then its edit would be lost by the '
  'next import.';
