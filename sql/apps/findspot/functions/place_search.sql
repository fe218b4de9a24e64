CREATE OR REPLACE FUNCTION findspot.place_search(
  who bigint, within_city text, words text, at timestamptz, max_rows integer DEFAULT 50)
RETURNS TABLE(place bigint, name text, city text, latitude numeric, longitude numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp
-- What is asked decides which index serves it.
SET plan_cache_mode = force_custom_plan AS $body$
DECLARE
  wanted text := nullif(findspot.fold(btrim(within_city)), '');
  cities text[];
  patterns text[];
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.page_require(max_rows);
  PERFORM findspot.text_require('within_city', nullif(within_city, ''), 100, TRUE),
    findspot.text_require('words', nullif(words, ''), 200, TRUE);
  IF wanted IS NOT NULL THEN
    cities := wanted || ARRAY(
      SELECT o.name_folded
      FROM findspot.cities c
        JOIN findspot.cities o ON coalesce(o.main_id, o.id) = coalesce(c.main_id, c.id)
      WHERE c.name_folded = wanted);
  END IF;
  -- The longest first: they say most to the index.
  patterns := ARRAY(
    SELECT '%' || regexp_replace(w, '[\\%_]', '\\\&', 'g') || '%'
    FROM regexp_split_to_table(findspot.fold(words), '\s+') w ORDER BY char_length(w) DESC);
  RETURN QUERY
    SELECT p.id, p.name, p.city, p.latitude, p.longitude
    FROM findspot.places p
    WHERE (cities IS NULL OR p.city_folded = ANY (cities))
      AND p.state <> 'lost' AND (p.hidden_until > at) IS NOT TRUE
      AND (patterns[1] IS NULL OR p.words_folded LIKE patterns[1])
      AND (patterns[2] IS NULL OR p.words_folded LIKE patterns[2])
      AND p.words_folded LIKE ALL (patterns)
    ORDER BY p.name_folded, p.id LIMIT least(max_rows, 500);
END
$body$;

COMMENT ON FUNCTION findspot.place_search(bigint, text, text, timestamptz, integer) IS
'Places of a city, under all of its merged names, that have all of the words in their name or
description, by name, at most max_rows (50 by default, never more than 500). Case and accents do not
matter, and a word may be part of a longer one. within_city: the whole name, at most 100 characters;
words: at most 200; NULL or an empty text for any.';

GRANT EXECUTE ON FUNCTION findspot.place_search(bigint, text, text, timestamptz, integer)
  TO findspot_app;
