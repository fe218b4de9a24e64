CREATE OR REPLACE FUNCTION buckit.itinerary_change(
  actor bigint, itinerary bigint, title text, activities bigint[], at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  kept bigint[];
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.itinerary_whole_require(title, activities);
  PERFORM buckit.row_require('buckit.itineraries', 'author_id', itinerary, actor);
  kept := ARRAY(SELECT s.activity_id FROM buckit.itinerary_stops s
    WHERE s.itinerary_id = itinerary);
  UPDATE buckit.itineraries i SET title = itinerary_change.title
  WHERE i.id = itinerary AND (i.hidden_until > at) IS NOT TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'itinerary % is hidden', itinerary USING ERRCODE = 'BK005';
  END IF;
  DELETE FROM buckit.itinerary_stops s WHERE s.itinerary_id = itinerary;
  PERFORM buckit.itinerary_fill(itinerary, activities, kept, at);
END
$body$;

COMMENT ON FUNCTION buckit.itinerary_change IS
'Gives the author''s itinerary another title and other activities: see itinerary_make. A tombstone
may stay where it was in it, but none comes in: BK005, as while the itinerary is hidden. BK003 if it
is another''s.';

GRANT EXECUTE ON FUNCTION buckit.itinerary_change TO buckit_app;
