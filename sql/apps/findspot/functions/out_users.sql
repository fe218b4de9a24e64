CREATE OR REPLACE FUNCTION findspot.out_users() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp
AS $body$
  SELECT ARRAY['users', u.uid], jsonb_strip_nulls(jsonb_build_object('name', u.nickname))
  FROM findspot.users u WHERE u.uid <> 'erased-' || u.id
$body$;

COMMENT ON FUNCTION findspot.out_users() IS
'For reeve move --out: people who were not erased.';
