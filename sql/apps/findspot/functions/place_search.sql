CREATE OR REPLACE FUNCTION findspot.place_search(
  who bigint, within_city text, words text, at timestamptz, max_rows integer DEFAULT 50)
RETURNS TABLE(place bigint, name text, city text, latitude numeric, longitude numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  wanted text := findspot.fold(btrim(within_city));
BEGIN
  PERFORM findspot.user_admit(who, at);
  RETURN QUERY
    SELECT p.id, p.name, p.city, p.latitude, p.longitude
    FROM findspot.places p
    WHERE (wanted IS NULL OR p.city_folded = wanted OR p.city_folded IN (
        SELECT o.name_folded
        FROM findspot.cities c
          JOIN findspot.cities o ON coalesce(o.main_id, o.id) = coalesce(c.main_id, c.id)
        WHERE c.name_folded = wanted))
      AND p.state <> 'lost' AND (p.hidden_until > at) IS NOT TRUE
      AND (words IS NULL OR NOT EXISTS (
        SELECT FROM regexp_split_to_table(findspot.fold(words), '\s+') w
        WHERE position(w IN p.name_folded || ' ' || findspot.fold(p.description)) = 0))
    ORDER BY p.name_folded, p.id LIMIT max_rows;
END
$body$;

COMMENT ON FUNCTION findspot.place_search(bigint, text, text, timestamptz, integer) IS
'Places of a city, under all of its merged names, that have all of the words; NULL for any. FS001,
FS002.';

GRANT EXECUTE ON FUNCTION findspot.place_search(bigint, text, text, timestamptz, integer)
  TO findspot_app;
