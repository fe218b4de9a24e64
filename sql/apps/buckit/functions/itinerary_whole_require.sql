CREATE OR REPLACE FUNCTION buckit.itinerary_whole_require(title text, activities bigint[])
RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM buckit.text_require('title', title, 200), buckit.argument_require('activities',
    activities IS NULL OR cardinality(activities) <= 200 AND NOT EXISTS (
      SELECT FROM unnest(activities) a WHERE a IS NULL),
    'at most 200 ids of activities, none of them NULL');
END
$body$;

COMMENT ON FUNCTION buckit.itinerary_whole_require(text, bigint[]) IS
'Raises BK007 unless an itinerary has a title, and activities that are none or ids.';
