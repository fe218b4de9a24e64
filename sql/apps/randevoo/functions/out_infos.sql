CREATE OR REPLACE FUNCTION randevoo.out_infos() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['bizInfos', i.key], jsonb_build_object('id', i.key, 'businessId', k.key,
    'about', s.about, 'isCurrent', TRUE, 'policy', coalesce((
      SELECT string_agg(CASE p.title WHEN 'Policy' THEN p.body
        ELSE p.title || E'\n' || p.body END, E'\n\n' ORDER BY p.title <> 'Policy', p.title)
      FROM randevoo.store_policies p WHERE p.store_id = s.id), ''))
    || CASE WHEN s.latitude IS NULL THEN '{}' ELSE jsonb_build_object('geoPoint',
      jsonb_build_object('lat', s.latitude, 'long', s.longitude)) END
  FROM randevoo.stores s
    JOIN randevoo.legacy_shops() k ON k.id = s.id
    LEFT JOIN LATERAL randevoo.legacy_info_shown(s.legacy_id) l ON TRUE
    CROSS JOIN LATERAL (SELECT coalesce(l.legacy_id, left(md5('bizInfos/' || k.key), 20))
      AS key) i
$body$;

COMMENT ON FUNCTION randevoo.out_infos() IS
'For reeve move --out: what stores say of themselves, by documents of bizInfos; policies with other
names than Policy are under it.';
