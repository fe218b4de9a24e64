CREATE OR REPLACE FUNCTION findspot.city_propose(max_rows integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
  SELECT count(*)::integer FROM findspot.heal_cities() WHERE max_rows > 0
$body$;

COMMENT ON FUNCTION findspot.city_propose(integer) IS
'For a job: notes new names of cities and proposes which are another''s; how many proposals changed,
all of them at once.';
