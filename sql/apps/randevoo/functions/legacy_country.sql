CREATE OR REPLACE FUNCTION randevoo.legacy_country(
  name text, OUT code text, OUT time_zone text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT k.code, k.time_zone
  FROM (VALUES ('thailand', 'TH', 'Asia/Bangkok'), ('singapore', 'SG', 'Asia/Singapore'))
    k(name, code, time_zone)
  WHERE k.name = lower(btrim(split_part(legacy_country.name, ',', -1)))
$body$;

COMMENT ON FUNCTION randevoo.legacy_country(text) IS
'ISO 3166 code and time zone of a country by its name, or of a place in it such as
Bangkok, Thailand, of those that the former app offered; NULL for any other.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_country(text) TO reeve_access;
