CREATE OR REPLACE FUNCTION buckit.itinerary_fill(
  itinerary bigint, activities bigint[], kept bigint[], at timestamptz) RETURNS void
LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM buckit.activity_require(a, at) FROM unnest(activities) a WHERE a <> ALL (kept);
  INSERT INTO buckit.itinerary_stops(itinerary_id, position, activity_id)
  SELECT itinerary, s.position, s.activity
  FROM unnest(activities) WITH ORDINALITY s(activity, position);
END
$body$;

COMMENT ON FUNCTION buckit.itinerary_fill(bigint, bigint[], bigint[], timestamptz) IS
'Makes the stops of an itinerary that has none. BK001, BK005 for an activity that is not shown,
unless it is one of kept.';
