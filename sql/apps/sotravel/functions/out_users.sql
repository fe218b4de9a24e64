CREATE OR REPLACE FUNCTION sotravel.out_users() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp
SET timezone = 'UTC' AS $body$
  WITH claimed AS (
    SELECT lower(btrim(a.address)) AS address, min(i.user_id) AS first, max(i.user_id) AS last
    FROM sotravel.identities i
      CROSS JOIN LATERAL (VALUES (i.provider_id), (i.verified_email)) a(address)
    WHERE i.provider = 'email' AND a.address IS NOT NULL
    GROUP BY lower(btrim(a.address))
  )
  SELECT ARRAY[u.legacy_id], jsonb_strip_nulls(jsonb_build_object('id', u.legacy_id,
    'tele_id', t.provider_id, 'tele_username', t.handle,
    -- An address that somebody typed is no sign-in of theirs, and takes none from others.
    'email', CASE
      WHEN t.provider_id IS NOT NULL
        THEN CASE WHEN (c.first = u.id AND c.last = u.id) IS NOT FALSE THEN u.email END
      WHEN e.provider_id LIKE '%@%' THEN e.provider_id
      WHEN e.provider_id IS NOT NULL OR l.telegram_id IS NULL
        THEN coalesce(e.verified_email, u.email) END,
    'first_name', CASE WHEN n.is_same THEN l.first_name ELSE coalesce(n.parts[1], u.name) END,
    'last_name', CASE WHEN n.is_same THEN l.last_name ELSE n.parts[2] END,
    'image', u.photo_url,
    'createdat', to_char(u.created_at, CASE WHEN u.created_at = date_trunc('ms', u.created_at)
      THEN 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' ELSE 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' END),
    'currently_on_trip', sotravel.legacy_number(r.legacy_id)::text,
    -- It stands for the host of all their trips.
    'coordinator', nullif(l.is_coordinator AND NOT EXISTS (SELECT FROM sotravel.trip_members m
      WHERE m.user_id = u.id AND m.role <> 'host'), FALSE)))
    || (
      SELECT coalesce(jsonb_object_agg('socials_' || s.kind, CASE
        WHEN sotravel.legacy_link(s.kind, s.name) = s.url THEN s.name ELSE s.url END), '{}')
      FROM (SELECT k.kind, k.url, substring(k.url FROM '([^/@]+)/?$') AS name
        FROM sotravel.social_links k
        WHERE k.user_id = u.id
          AND k.kind IN ('tiktok', 'instagram', 'telegram', 'whatsapp', 'linkedin')) s)
  FROM sotravel.users u
    LEFT JOIN sotravel.legacy_users l ON l.user_id = u.id
    LEFT JOIN sotravel.identities t ON t.user_id = u.id AND t.provider = 'telegram'
    LEFT JOIN sotravel.identities e ON e.user_id = u.id AND e.provider = 'email'
    LEFT JOIN claimed c ON c.address = lower(btrim(u.email))
    LEFT JOIN sotravel.trips r ON r.id = u.current_trip_id
    CROSS JOIN LATERAL (SELECT
      left(concat_ws(' ', l.first_name, l.last_name), 100) = u.name AS is_same,
      regexp_match(u.name, '^(\S+) (\S|\S.*\S)$') AS parts) n
  WHERE u.legacy_digest IS DISTINCT FROM 'erased'
$body$;

COMMENT ON FUNCTION sotravel.out_users() IS
'For reeve move --out: people, as the former service answered.';
