CREATE OR REPLACE FUNCTION findspot.flag_photoless(keys text[])
RETURNS TABLE(key text, reason text, value numeric)
LANGUAGE sql STABLE AS $body$
  SELECT p.id::text, 'has no photo', NULL::numeric
  FROM findspot.places p
  WHERE (flag_photoless.keys IS NULL OR p.id = ANY (flag_photoless.keys::bigint[]))
    AND p.state <> 'lost' AND NOT EXISTS (
      SELECT FROM findspot.photos o WHERE o.place_id = p.id AND o.path IS NOT NULL)
$body$;

COMMENT ON FUNCTION findspot.flag_photoless(text[]) IS
'For the back office: of these places, all where NULL, those without a photo, which only the old
database had.';
