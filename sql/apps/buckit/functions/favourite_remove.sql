CREATE OR REPLACE FUNCTION buckit.favourite_remove(actor bigint, activity bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  DELETE FROM buckit.favourites f WHERE f.user_id = actor AND f.activity_id = activity;
END
$body$;

COMMENT ON FUNCTION buckit.favourite_remove IS
'Takes an activity out of somebody''s favourites; nothing happens if it is not there.';

GRANT EXECUTE ON FUNCTION buckit.favourite_remove TO buckit_app;
