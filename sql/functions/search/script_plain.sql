CREATE OR REPLACE FUNCTION reeve.script_plain(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF word !~ '[\U00020900-\U000227FF\U00029000-\U00029AFF]' THEN
    RETURN word;
  END IF;
  RETURN (
    SELECT string_agg(chr(l.code - CASE WHEN l.code BETWEEN 133376 AND 141311 THEN 131072
      WHEN l.code BETWEEN 167936 AND 170751 THEN 40960 ELSE 0 END), '' ORDER BY l.place)
    FROM (
      SELECT ascii(r.letter) AS code, r.place
      FROM regexp_split_to_table(word, '') WITH ORDINALITY r(letter, place)) l);
END
$$;

COMMENT ON FUNCTION reeve.script_plain(text) IS
  'A word of an index as people read it: with the marks and emoji that script_letters replaced.';

GRANT EXECUTE ON FUNCTION reeve.script_plain(text) TO reeve_access;
