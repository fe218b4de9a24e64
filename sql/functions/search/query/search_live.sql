CREATE OR REPLACE FUNCTION reeve.search_live(app text, within text) RETURNS int[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  generations int[];
  found int;
BEGIN
  SELECT coalesce(array_agg(p.generation_id ORDER BY p.generation_id)
      FILTER (WHERE p.generation_id IS NOT NULL), '{}'), count(*)
  INTO generations, found
  FROM reeve.collection c LEFT JOIN reeve.search_pointer p USING (collection_id)
  WHERE (search_live.app IS NULL OR c.app = search_live.app) AND c.is_live AND c.search IS NOT NULL
    AND (within IS NULL OR c.name = within);
  IF found = 0 THEN
    RAISE EXCEPTION 'nothing to search in %', concat_ws('/', coalesce(app, 'any app'), within)
      USING ERRCODE = 'RV003';
  ELSIF generations = '{}' THEN
    RAISE EXCEPTION 'nothing of % is indexed yet', concat_ws('/', coalesce(app, 'any app'), within)
      USING ERRCODE = '55000', HINT = '`reeve search reindex` builds the indexes.';
  END IF;
  RETURN generations;
END
$$;

COMMENT ON FUNCTION reeve.search_live(text, text) IS
  'The live generations of an app (NULL: of all), or of one of its collections. RV003 if nothing '
  'is searched, 55000 if there is no index yet.';
