CREATE OR REPLACE FUNCTION findspot.favourite_add(
  who bigint, place bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM FROM findspot.places p
  WHERE p.id = place AND p.state <> 'lost' AND (p.hidden_until > at) IS NOT TRUE
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no place %', place USING ERRCODE = 'FS001';
  END IF;
  INSERT INTO findspot.favourites (user_id, place_id, created_at) VALUES (who, place, at)
  ON CONFLICT (user_id, place_id) DO NOTHING;
END
$body$;

COMMENT ON FUNCTION findspot.favourite_add(bigint, bigint, timestamptz) IS
'Adds a place to a user''s favourites; nothing happens if it is there. FS001 if there is no such
place, or it is hidden.';

GRANT EXECUTE ON FUNCTION findspot.favourite_add(bigint, bigint, timestamptz) TO findspot_app;
