CREATE OR REPLACE FUNCTION randevoo.zone_require(zone text) RETURNS boolean
LANGUAGE sql STABLE AS $body$
  SELECT randevoo.require(EXISTS (SELECT FROM randevoo.time_zones z WHERE z.name = zone),
    'time_zone is a name that time_zones has, such as Europe/Rome')
$body$;

COMMENT ON FUNCTION randevoo.zone_require(text) IS 'Raises RN012 unless there is such a time zone.';
