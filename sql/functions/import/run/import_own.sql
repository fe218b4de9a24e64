-- Reads as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_own(app text, watched jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  own CONSTANT text[] := ARRAY(
    SELECT DISTINCT i.id::text FROM reeve.import_transaction i WHERE i.app = import_own.app);
  w record;
  said jsonb;
  -- Transactions that wrote rows which nobody had edited, and those that wrote an edited one.
  wrote text[] := '{}';
  spoilt text[] := '{}';
BEGIN
  FOR w IN
    SELECT * FROM jsonb_to_recordset(watched)
      r(table_name text, relation text, keys text, edited jsonb)
  LOOP
    IF w.edited IS NULL THEN
      RETURN;
    END IF;
    said := reeve.cell_enter(app, format($f$
      WITH e AS MATERIALIZED (
        SELECT v ->> 0 AS k, v ->> 1 AS x FROM jsonb_array_elements(($7)[1]) v),
      n AS MATERIALIZED (
        SELECT ROW(%s)::text AS k, t.xmin::text AS x FROM %s t
        WHERE t.xmin::text NOT IN (SELECT unnest($1)))
      SELECT jsonb_build_array(
        (SELECT coalesce(jsonb_agg(DISTINCT n.x), '[]') FROM n
          WHERE NOT EXISTS (SELECT FROM e WHERE e.k = n.k)),
        (SELECT coalesce(jsonb_agg(DISTINCT n.x), '[]') FROM n JOIN e USING (k)
          WHERE n.x <> e.x))
    $f$, w.keys, w.relation), keys => own, vals => ARRAY[w.edited]);
    wrote := wrote || reeve.catalog_columns(said -> 0);
    spoilt := spoilt || reeve.catalog_columns(said -> 1);
  END LOOP;
  INSERT INTO reeve.import_transaction(app, table_name, id)
  SELECT DISTINCT import_own.app, r.table_name, x.id::bigint
  FROM jsonb_to_recordset(watched) r(table_name text) CROSS JOIN unnest(wrote) x(id)
  WHERE x.id <> ALL (spoilt)
  ON CONFLICT DO NOTHING;
END
$$;

COMMENT ON FUNCTION reeve.import_own(text, jsonb) IS
  'Counts the transactions that wrote rows of an app''s tables since reeve.import_watch returned '
  'these as those of an import, but for any that also wrote a row that was edited before: then its '
  'edit would be lost by the next import.';
