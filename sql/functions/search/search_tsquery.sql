CREATE OR REPLACE FUNCTION reeve.search_tsquery(words text[], is_every boolean)
RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part tsquery;
  whole tsquery;
BEGIN
  FOR i IN 1 .. cardinality(words) LOOP
    part := plainto_tsquery('simple', words[i]);
    IF i = cardinality(words) AND char_length(words[i]) > 1 THEN
      part := part || format('''%s'':*', words[i])::tsquery;
    END IF;
    whole := CASE WHEN whole IS NULL THEN part WHEN is_every THEN whole && part
      ELSE whole || part END;
  END LOOP;
  RETURN whole;
END
$$;

COMMENT ON FUNCTION reeve.search_tsquery(text[], boolean) IS
  'Query for every word or any, the last also as the beginning of one. Words from search_words.';
