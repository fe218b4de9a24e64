CREATE OR REPLACE FUNCTION findspot.favourite_list(who bigint, at timestamptz)
RETURNS TABLE(place bigint, name text, description text, city text, latitude numeric,
  longitude numeric, photos text[], numbers smallint[], is_added boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  RETURN QUERY
    SELECT p.id, p.name, p.description, p.city, p.latitude, p.longitude,
      o.photos, o.numbers, f.is_added
    FROM findspot.favourites f
      JOIN findspot.places p ON p.id = f.place_id
      CROSS JOIN LATERAL findspot.photo_list(p.id, favourite_list.at) o
    WHERE f.user_id = who AND (f.hidden_until > at) IS NOT TRUE
      AND (p.hidden_until > at) IS NOT TRUE
    ORDER BY f.created_at, f.id;
END
$body$;

COMMENT ON FUNCTION findspot.favourite_list(bigint, timestamptz) IS
'A user''s favourites as the places are now, in the order in which they were added, so that bans,
changes and removed photos reach them. is_added: its owner added the place, and did not just like
it. numbers: the number of each photo, in the order of photos; photo_remove takes it. A lost place,
which another one overwrote before the move to this database, is listed here alone, for those who
kept a copy of it: place_view and photo_open do not know it.';

GRANT EXECUTE ON FUNCTION findspot.favourite_list(bigint, timestamptz) TO findspot_app;
