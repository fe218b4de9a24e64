CREATE OR REPLACE FUNCTION findspot.view_city_variants()
RETURNS TABLE(city text, name text, places bigint, seems text, main_name text, main_places bigint)
LANGUAGE sql STABLE
AS $body$
  SELECT 'city:' || c.id, c.name,
    (SELECT count(*) FROM findspot.places p WHERE p.city_folded = c.name_folded),
    'city:' || m.id, m.name,
    (SELECT count(*) FROM findspot.places p WHERE p.city_folded = m.name_folded)
  FROM findspot.cities c JOIN findspot.cities m ON m.id = c.proposed_id
  WHERE c.main_id IS NULL
  ORDER BY 6 DESC, c.id
$body$;

COMMENT ON FUNCTION findspot.view_city_variants() IS
'For the back office: names of cities that seem to be another''s, for `merge`.';
