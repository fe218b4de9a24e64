CREATE OR REPLACE FUNCTION reeve.search_filter_query(field text, value text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN reeve.search_lexeme(reeve.search_filter_lexeme(field,
      to_jsonb(left(btrim(reeve.text_fold(value)), 200))))
    || CASE WHEN value ~ E'^-?\\d{1,15}(\\.\\d{1,15})?$' THEN ' | ' || reeve.search_lexeme(
      reeve.search_filter_lexeme(field, to_jsonb(value::numeric))) ELSE '' END;
END
$$;

COMMENT ON FUNCTION reeve.search_filter_query(text, text) IS
  'Tsquery of documents that have a value, a text or a number, in a field that filters.';
