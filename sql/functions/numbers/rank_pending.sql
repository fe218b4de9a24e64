CREATE OR REPLACE FUNCTION reeve.rank_pending(r reeve.rank_rule) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  most constant int := 1000;
  place reeve.change_reader;
BEGIN
  IF r.built_at IS NULL THEN
    RETURN '{NULL}';
  END IF;
  SELECT * INTO place FROM reeve.change_reader l WHERE l.name = 'rank' AND l.app = (
    SELECT c.app FROM reeve.collection c WHERE c.collection_id = r.collection_id);
  RETURN ARRAY(
    SELECT DISTINCT k.key
    FROM (
      (SELECT unnest(coalesce(c.keys, ARRAY[c.key])) AS key
      FROM reeve.change_latest(place, -r.rank_id, most) c LIMIT most)
      UNION ALL
      (SELECT s.key FROM reeve.rank_stale s WHERE s.rank_id = r.rank_id
      ORDER BY s.stale_id DESC LIMIT most)) k);
END
$$;

COMMENT ON FUNCTION reeve.rank_pending(reeve.rank_rule) IS
  'Ranked rows whose scores are out of date: about the latest 1,000 committed changes not yet '
  'applied, whatever older transactions still run. NULL among them: all rows.';
