CREATE OR REPLACE FUNCTION findspot.photo_open(who bigint, path text, at timestamptz)
RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.argument_require('path', path IS NOT NULL, 'the path of an object');
  RETURN EXISTS (
    SELECT FROM findspot.photos o
      JOIN findspot.places p ON p.id = o.place_id
    WHERE o.path = photo_open.path AND (o.hidden_until > at) IS NOT TRUE
      AND p.state <> 'lost' AND (p.hidden_until > at) IS NOT TRUE);
END
$body$;

COMMENT ON FUNCTION findspot.photo_open(bigint, text, timestamptz) IS
'Whether a user may see an object of the bucket, which the app''s server asks before it signs a URL:
true if a place that is not hidden shows it. False for an object that is gone, or that only hidden
places show. FS001 for somebody unknown, FS002: a ban closes the files too.';

GRANT EXECUTE ON FUNCTION findspot.photo_open(bigint, text, timestamptz) TO findspot_app;
