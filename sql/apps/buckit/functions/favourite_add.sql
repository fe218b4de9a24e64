CREATE OR REPLACE FUNCTION buckit.favourite_add(actor bigint, activity bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.activity_require(activity, at);
  INSERT INTO buckit.favourites(user_id, activity_id, added_at) VALUES (actor, activity, at)
  ON CONFLICT ON CONSTRAINT favourites_pkey DO NOTHING;
END
$body$;

COMMENT ON FUNCTION buckit.favourite_add IS
'Adds an activity to somebody''s favourites; nothing happens if it is there. An account that is not
activated may do so, too. BK005 for a tombstone. The server reads them in the table favourites.';

GRANT EXECUTE ON FUNCTION buckit.favourite_add TO buckit_app;
