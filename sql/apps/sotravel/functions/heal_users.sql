CREATE OR REPLACE FUNCTION sotravel.heal_users() RETURNS SETOF text LANGUAGE plpgsql AS $body$
BEGIN
  WITH due AS MATERIALIZED (
    SELECT * FROM sotravel.legacy_user_states() s
    WHERE s.imported IS DISTINCT FROM s.wanted
      AND (s.imported IS NULL OR s.found IN (s.imported, s.wanted))
  ), gone AS (
    DELETE FROM sotravel.social_links l USING due d
    WHERE l.user_id = d.user_id AND NOT d.links ? l.kind
  ), linked AS (
    INSERT INTO sotravel.social_links (user_id, kind, url)
    SELECT d.user_id, l.key, l.value FROM due d CROSS JOIN LATERAL jsonb_each_text(d.links) l
    ON CONFLICT (user_id, kind) DO UPDATE SET url = excluded.url
  )
  UPDATE sotravel.users u SET name = d.name, email = d.email, photo_url = d.photo_url,
    created_at = CASE WHEN u.legacy_digest IS NULL THEN coalesce(d.created_at, u.created_at)
      ELSE u.created_at END,
    legacy_digest = d.wanted
  FROM due d WHERE d.user_id = u.id;
  RETURN QUERY
    SELECT format('people who changed there and here since they moved in, and stay as they are '
      'here: %s, such as user %s', count(*), min(s.user_id))
    FROM sotravel.legacy_user_states() s WHERE s.imported <> s.wanted HAVING count(*) > 0;
  RETURN QUERY
    SELECT format('names longer than 100 characters, which are cut: %s, such as that of user %s',
      count(*), min(l.user_id))
    FROM sotravel.legacy_users l
    WHERE char_length(concat_ws(' ', l.first_name, l.last_name)) > 100 HAVING count(*) > 0;
  RETURN QUERY
    SELECT format('names at %s that are no address, and left out: %s, such as that of user %s',
      n.kind, count(*), min(l.user_id))
    FROM sotravel.legacy_users l CROSS JOIN LATERAL (VALUES ('tiktok', l.tiktok),
      ('instagram', l.instagram), ('telegram', coalesce(l.telegram_name, l.telegram)),
      ('whatsapp', l.whatsapp), ('linkedin', l.linkedin)) n(kind, said)
    WHERE btrim(n.said) <> '' AND sotravel.legacy_link(n.kind, n.said) IS NULL
    GROUP BY n.kind ORDER BY n.kind;
END
$body$;

COMMENT ON FUNCTION sotravel.heal_users() IS
'Part of heal: gives people the names, addresses, photos and links that they had.';
