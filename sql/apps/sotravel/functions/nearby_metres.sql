CREATE OR REPLACE FUNCTION sotravel.nearby_metres(map_kind text) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT CASE map_kind WHEN 'mountain' THEN 5000 ELSE 1000 END
$body$;

COMMENT ON FUNCTION sotravel.nearby_metres IS
'How far “nearby” reaches, for invitations: 5 km in the mountains, 1 km in streets.';
