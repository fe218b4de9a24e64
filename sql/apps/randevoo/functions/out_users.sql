CREATE OR REPLACE FUNCTION randevoo.out_users() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['users', p.key], jsonb_build_object('id', p.key,
    'name', CASE
      WHEN (n.first, n.last) = (u.first_name, u.last_name) THEN u.display_name
      WHEN (u.first_name, u.last_name) = ('Randevoo user', '') THEN ''
      ELSE concat_ws(' ', u.first_name, nullif(u.last_name, '')) END,
    'profileUrl', coalesce(u.photo_url, ''),
    'country', coalesce(c.name, ''),
    'isBanned', u.was_banned OR coalesce(u.blocked_until > now(), FALSE),
    'createdAt', randevoo.legacy_written(u.created_at))
  FROM randevoo.users u
    JOIN randevoo.legacy_people() p ON p.id = u.id
    CROSS JOIN LATERAL randevoo.legacy_name(u.display_name) n
    LEFT JOIN (VALUES ('TH', 'Thailand'), ('SG', 'Singapore')) c(code, name) ON c.code = u.country
$body$;

COMMENT ON FUNCTION randevoo.out_users() IS
'For reeve move --out: people, by documents of users; who is banned is isBanned.';
