CREATE OR REPLACE FUNCTION buckit.itinerary_delete(actor bigint, itinerary bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.row_require('buckit.itineraries', 'author_id', itinerary, actor);
  DELETE FROM buckit.itineraries i WHERE i.id = itinerary;
END
$body$;

COMMENT ON FUNCTION buckit.itinerary_delete IS
'Deletes the author''s itinerary; its activities stay. BK001 if it is gone already, BK003 if it is
another''s.';

GRANT EXECUTE ON FUNCTION buckit.itinerary_delete TO buckit_app;
