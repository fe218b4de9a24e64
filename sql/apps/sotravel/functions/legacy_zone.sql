CREATE OR REPLACE FUNCTION sotravel.legacy_zone() RETURNS text
LANGUAGE sql STABLE AS $body$
  SELECT coalesce(mode() WITHIN GROUP (ORDER BY z.zone), 'UTC')
  FROM (SELECT l.zone FROM sotravel.legacy_trips l
    UNION ALL SELECT l.zone FROM sotravel.legacy_events l) z
$body$;

COMMENT ON FUNCTION sotravel.legacy_zone() IS
'The time zone in which most trips and events moved in; UTC if none did.';
