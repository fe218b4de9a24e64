CREATE OR REPLACE FUNCTION findspot.place_view(who bigint, place bigint, at timestamptz)
RETURNS TABLE(name text, description text, city text, latitude numeric, longitude numeric,
  photos text[], numbers smallint[], author bigint, nickname text, is_favourite boolean,
  added_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  RETURN QUERY
    SELECT p.name, p.description, p.city, p.latitude, p.longitude, o.photos, o.numbers, u.id,
      u.nickname, EXISTS (
        SELECT FROM findspot.favourites f
        WHERE f.user_id = who AND f.place_id = p.id AND (f.hidden_until > at) IS NOT TRUE),
      p.created_at
    FROM findspot.places p
      CROSS JOIN LATERAL findspot.photo_list(p.id, place_view.at) o
      LEFT JOIN findspot.users u ON u.id = p.author_id AND NOT p.is_author_guessed
    WHERE p.id = place AND p.state <> 'lost' AND (p.hidden_until > at) IS NOT TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no place %', place USING ERRCODE = 'FS001';
  END IF;
END
$body$;

COMMENT ON FUNCTION findspot.place_view(bigint, bigint, timestamptz) IS
'One place: its words, where it lies in degrees, its photos, in numbers the number of each, which
photo_remove takes, who added it and their nickname (NULL if nobody knows), and whether it is a
favourite of who asks. FS001 if there is no such place, or it is hidden. To report a place for a
user, the server calls reeve.report_file(''findspot'', ''place'', ''7'', words => ''It is fenced
off.'', reporter => ''user:42'') as a login that is also a member of reeve_app.';

GRANT EXECUTE ON FUNCTION findspot.place_view(bigint, bigint, timestamptz) TO findspot_app;
