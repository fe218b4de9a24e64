CREATE OR REPLACE FUNCTION randevoo.out_businesses() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['businesses', k.key], jsonb_build_object('id', k.key, 'userId', k.owner,
    'name', s.name, 'type', s.kind, 'country', coalesce(c.name, ''),
    'location', CASE s.city WHEN 'unknown' THEN '' ELSE concat_ws(', ', s.city, c.name) END,
    'isBanned', k.is_banned, 'createdAt', randevoo.legacy_written(s.created_at))
  FROM randevoo.stores s
    JOIN randevoo.legacy_shops() k ON k.id = s.id
    LEFT JOIN (VALUES ('Asia/Bangkok', 'Thailand'), ('Asia/Singapore', 'Singapore'))
      c(zone, name) ON c.zone = s.time_zone
$body$;

COMMENT ON FUNCTION randevoo.out_businesses() IS
'For reeve move --out: stores, by documents of businesses; what is banned is isBanned.';
