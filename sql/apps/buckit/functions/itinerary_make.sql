CREATE OR REPLACE FUNCTION buckit.itinerary_make(
  actor bigint, title text, activities bigint[], at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  itinerary bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  INSERT INTO buckit.itineraries(author_id, title, created_at)
  VALUES (actor, itinerary_make.title, at) RETURNING id INTO itinerary;
  PERFORM buckit.itinerary_change(actor, itinerary, title, activities, at);
  RETURN itinerary;
END
$body$;

COMMENT ON FUNCTION buckit.itinerary_make IS
'Makes an itinerary of these activities, in this order, and returns it.';

GRANT EXECUTE ON FUNCTION buckit.itinerary_make TO buckit_app;
