CREATE OR REPLACE FUNCTION reeve.search_has(generation_id int, key text, condition text)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  has boolean;
BEGIN
  SELECT * INTO g FROM reeve.search_generation n
  WHERE n.generation_id = search_has.generation_id;
  EXECUTE format('SELECT EXISTS (SELECT FROM reeve_index.%I i WHERE i.key = $1 AND (%s)
    AND NOT EXISTS (SELECT FROM reeve.subject s WHERE s.collection_id = $2 AND s.key = i.key
      AND s.hidden_until > clock_timestamp()))', g.table_name, condition)
  INTO has USING key, g.collection_id;
  RETURN has;
END
$$;

COMMENT ON FUNCTION reeve.search_has(int, text, text) IS
  'Whether a generation has a document that meets a condition over i and is not hidden now.';
