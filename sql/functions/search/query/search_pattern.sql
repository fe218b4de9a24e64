CREATE OR REPLACE FUNCTION reeve.search_pattern(lexemes text[], beginning text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  sought text := concat_ws('|', nullif(array_to_string(lexemes, '|'), ''),
    beginning || '[a-z0-9]*');
BEGIN
  -- The parser of documents splits 3e5y in two.
  RETURN CASE WHEN sought ~ E'^[a-z0-9|]+(?:\\[a-z0-9]\\*)?$' AND sought !~ E'\\d+e\\d'
    THEN '(?<![a-z0-9])(?:' || sought || ')(?![a-z0-9])' END;
END
$$;

COMMENT ON FUNCTION reeve.search_pattern(text[], text) IS
  'An expression for words that equal one of the lexemes, or begin with one, in a text in which '
  'nothing has to be folded but case, which is most. NULL: result, where there is none.';
