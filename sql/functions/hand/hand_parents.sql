CREATE OR REPLACE FUNCTION reeve.hand_parents(collection_id int, keys text[])
RETURNS TABLE(key text, name text, parent_id int, parent_key text)
LANGUAGE plpgsql STABLE ROWS 2 SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
AS $$
DECLARE
  statement text := coalesce(
    (reeve.collection_get(collection_id)).parents_sql, reeve.parents_statement(collection_id), '');
BEGIN
  IF statement <> '' THEN
    RETURN QUERY EXECUTE statement USING keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.hand_parents(int, text[]) IS
  'What rows belong to by the catalog: the parent''s name, its collection and key (NULL where '
  'there is none).';

GRANT EXECUTE ON FUNCTION reeve.hand_parents(int, text[]) TO reeve_owner;
