CREATE OR REPLACE FUNCTION buckit.itinerary_make(
  actor bigint, title text, activities bigint[], at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  itinerary bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.itinerary_whole_require(title, activities);
  INSERT INTO buckit.itineraries(author_id, title, created_at)
  VALUES (actor, itinerary_make.title, at) RETURNING id INTO itinerary;
  PERFORM buckit.itinerary_fill(itinerary, activities, '{}', at);
  RETURN itinerary;
END
$body$;

COMMENT ON FUNCTION buckit.itinerary_make IS
'Makes an itinerary of these activities, in this order, and returns its id. title: 1 to 200
characters. activities: at most 200 ids, of which one may come twice; an empty array or NULL makes
an itinerary without stops. BK001 for one that is not there, BK005 for a tombstone. Each call makes
another one.';

GRANT EXECUTE ON FUNCTION buckit.itinerary_make TO buckit_app;
