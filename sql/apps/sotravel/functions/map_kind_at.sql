CREATE OR REPLACE FUNCTION sotravel.map_kind_at(
  latitude double precision, longitude double precision) RETURNS text
LANGUAGE sql STABLE AS $body$
  SELECT coalesce((
    SELECT a.kind FROM sotravel.map_areas a
    WHERE map_kind_at.latitude BETWEEN a.south AND a.north
      AND map_kind_at.longitude BETWEEN a.west AND a.east
    ORDER BY (a.north - a.south) * (a.east - a.west), a.name LIMIT 1), 'street')
$body$;

COMMENT ON FUNCTION sotravel.map_kind_at IS
'The kind of map of a position, mountain or street, by map_areas.';
