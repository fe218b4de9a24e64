CREATE OR REPLACE FUNCTION findspot.view_copies()
RETURNS TABLE(favourite text, owner text, place text, state text, differs text)
LANGUAGE sql STABLE
AS $body$
  SELECT 'favourite:' || c.favourite, 'user:' || c.owner, 'place:' || c.place, c.state, c.differs
  FROM findspot.copies() c ORDER BY c.state DESC, c.favourite
$body$;

COMMENT ON FUNCTION findspot.view_copies() IS
'For the back office: copies that are the only trace of a place, or differ from it.';
