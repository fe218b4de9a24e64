CREATE OR REPLACE FUNCTION findspot.view_photoless()
RETURNS TABLE(place text, name text, city text, author text)
LANGUAGE sql STABLE
AS $body$
  SELECT 'place:' || p.id, p.name, p.city, 'user:' || p.author_id
  FROM findspot.places p
  WHERE p.state <> 'lost' AND NOT EXISTS (
    SELECT FROM findspot.photos o WHERE o.place_id = p.id AND o.path IS NOT NULL)
  ORDER BY p.id
$body$;

COMMENT ON FUNCTION findspot.view_photoless() IS
'For the back office: places without a photo, which came so from the old database.';
