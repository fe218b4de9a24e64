CREATE OR REPLACE FUNCTION sotravel.legacy_user_states()
RETURNS TABLE(user_id bigint, name text, email text, photo_url text, links jsonb,
  created_at timestamptz, wanted text, found text, imported text)
LANGUAGE sql STABLE AS $body$
  SELECT w.user_id, w.name, w.email, w.photo_url, w.links, w.created_at,
    md5(jsonb_build_array(w.name, w.email, w.photo_url, w.links)::text),
    md5(jsonb_build_array(u.name, u.email, u.photo_url, (
      SELECT coalesce(jsonb_object_agg(s.kind, s.url), '{}') FROM sotravel.social_links s
      WHERE s.user_id = u.id))::text),
    u.legacy_digest
  FROM (
    SELECT l.user_id, coalesce(
        left(nullif(concat_ws(' ', l.first_name, l.last_name), ''), 100),
        left(l.telegram_name, 100), 'Traveller') AS name,
      l.email, l.photo_url, l.created_at, (
        SELECT coalesce(jsonb_object_agg(s.kind, s.url), '{}')
        FROM (VALUES ('tiktok', l.tiktok), ('instagram', l.instagram),
          ('telegram', coalesce(l.telegram_name, l.telegram)), ('whatsapp', l.whatsapp),
          ('linkedin', l.linkedin)) n(kind, said)
        CROSS JOIN LATERAL (SELECT n.kind, sotravel.legacy_link(n.kind, n.said) AS url) s
        WHERE s.url IS NOT NULL) AS links
    FROM sotravel.legacy_users l) w
    JOIN sotravel.users u ON u.id = w.user_id
$body$;

COMMENT ON FUNCTION sotravel.legacy_user_states() IS
'People who moved in, as the last export had them; with digests of that, of how they are here, and
of what the import before had made of them.';
