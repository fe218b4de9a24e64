CREATE OR REPLACE FUNCTION findspot.favourite_list(who bigint, at timestamptz)
RETURNS TABLE(place bigint, name text, description text, city text, latitude numeric,
  longitude numeric, photos text[], is_added boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM findspot.user_admit(who, at);
  RETURN QUERY
    SELECT p.id, p.name, p.description, p.city, p.latitude, p.longitude,
      ARRAY(
        SELECT o.path FROM findspot.photos o
        WHERE o.place_id = p.id AND o.path IS NOT NULL AND (o.hidden_until > at) IS NOT TRUE
        ORDER BY o.number),
      f.is_added
    FROM findspot.favourites f
      JOIN findspot.places p ON p.id = f.place_id
    WHERE f.user_id = who AND (f.hidden_until > at) IS NOT TRUE
      AND (p.hidden_until > at) IS NOT TRUE
    ORDER BY f.created_at, f.id;
END
$body$;

COMMENT ON FUNCTION findspot.favourite_list(bigint, timestamptz) IS
'A user''s favourites as the places are now, so that bans, changes and removed photos reach them. A
lost place stays with those who kept a copy of it. FS001, FS002.';

GRANT EXECUTE ON FUNCTION findspot.favourite_list(bigint, timestamptz) TO findspot_app;
