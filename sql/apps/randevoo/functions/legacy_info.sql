CREATE OR REPLACE FUNCTION randevoo.legacy_info(
  business text, OUT about text, OUT latitude double precision, OUT longitude double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp
AS $body$
  SELECT left(l.about, 10000), p.latitude, p.longitude
  FROM randevoo.legacy_info_shown(legacy_info.business) l
    CROSS JOIN LATERAL randevoo.legacy_place(l.place) p
$body$;

COMMENT ON FUNCTION randevoo.legacy_info(text) IS
'What a business of the former app said of itself, and where it is; NULL where it said nothing.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_info(text) TO reeve_access;
