CREATE OR REPLACE FUNCTION reeve.search_filter_query(place int, value text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN reeve.search_lexeme(reeve.search_filter_lexeme(place, to_jsonb(btrim(value))))
    || CASE WHEN value ~ E'^-?\\d{1,15}(\\.\\d{1,15})?$' THEN ' | ' || reeve.search_lexeme(
      reeve.search_filter_lexeme(place, to_jsonb(value::numeric))) ELSE '' END;
END
$$;

COMMENT ON FUNCTION reeve.search_filter_query(int, text) IS
  'Tsquery of documents that have a value, a text or a number, in a filter: its position in '
  'search_lexed, from 0.';
