CREATE OR REPLACE FUNCTION reeve.erase_seen(c reeve.collection) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  problem text;
BEGIN
  WITH RECURSIVE reached(name) AS (
    SELECT c.name
    UNION
    SELECT o.name
    FROM reached r
    JOIN reeve.collection l ON l.app = c.app AND l.name = r.name
    CROSS JOIN LATERAL jsonb_array_elements(l.erase -> 'with') w(body)
    JOIN reeve.collection o ON o.collection_id = (w.body ->> 'collection_id')::int)
  SELECT reeve.catalog_hidden(c.app, array_agg(r.name)) INTO problem FROM reached r;
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'the erasure may leave rows behind: %', problem USING ERRCODE = 'RV005';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.erase_seen(reeve.collection) IS
  'Refuses an erasure while row security may hide rows from Reeve in a table that it visits: '
  'what is not seen would stay. RV005.';
