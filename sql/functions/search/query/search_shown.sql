CREATE OR REPLACE FUNCTION reeve.search_shown(
  generation_id int, keys text[], condition text DEFAULT 'TRUE')
RETURNS TABLE(key text, tsv tsvector)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  stale text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_shown.generation_id;
  keys := ARRAY(
    SELECT k.key FROM unnest(keys) k(key)
    WHERE NOT EXISTS (
      SELECT FROM reeve.subject s WHERE s.collection_id = g.collection_id AND s.key = k.key
        AND s.hidden_until > clock_timestamp())
      AND NOT EXISTS (
        SELECT FROM reeve.search_rule r WHERE r.collection_id = g.collection_id
          AND r.kind = 'hide' AND r.words = '' AND r.value = k.key));
  FOR key, tsv IN EXECUTE format(
    'SELECT s.key, i.tsv FROM reeve.app_shown($1, $2) s
     LEFT JOIN reeve_index.%I i ON i.key = s.key AND i.digest = s.digest', g.table_name)
  USING g.collection_id, keys LOOP
    IF tsv IS NULL THEN
      stale := stale || key;
    ELSE
      RETURN NEXT;
    END IF;
  END LOOP;
  -- The index does not have them yet as they are, or still has texts of a parent that is hidden.
  IF stale IS NOT NULL THEN
    RETURN QUERY EXECUTE format(
      'SELECT i.key, i.tsv
       FROM (SELECT d.*%s FROM reeve.app_documents($1, $2, NULL) d) i WHERE %s',
      reeve.search_numbers(g.ranges, ', d.numbers[%] AS n%'), condition)
    USING generation_id, stale;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_shown(int, text[], text) IS
  'Those of these rows that everybody may see now, with their words as they are now, whether the '
  'index has followed or not: then also if they meet the condition over i that the index met.';
