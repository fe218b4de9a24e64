CREATE OR REPLACE FUNCTION findspot.copies()
RETURNS TABLE(favourite bigint, owner bigint, place bigint, state text, differs text)
LANGUAGE sql STABLE
AS $body$
  SELECT f.id, f.user_id, f.place_id,
    CASE WHEN p.id IS NULL THEN 'orphan' WHEN p.state = 'lost' THEN 'lost' ELSE 'differs' END,
    d.words
  FROM findspot.favourites f
    LEFT JOIN findspot.places p ON p.id = f.place_id
    CROSS JOIN LATERAL (
      SELECT nullif(concat_ws(', ', CASE WHEN f.name <> p.name THEN 'name' END,
        CASE WHEN f.description <> p.description THEN 'description' END,
        CASE WHEN f.city <> p.city THEN 'city' END), '')) d(words)
  WHERE f.name IS NOT NULL AND (p.id IS NULL OR p.state = 'lost' OR d.words IS NOT NULL)
$body$;

COMMENT ON FUNCTION findspot.copies() IS
'Copies among the favourites that are not like their place: orphan, not linked yet; lost, the only
trace of a place; differs, in these words.';

GRANT EXECUTE ON FUNCTION findspot.copies() TO reeve_access;
