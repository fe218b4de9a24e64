CREATE OR REPLACE FUNCTION sotravel.heal_sign_ins() RETURNS SETOF text LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO sotravel.identities (provider, provider_id, user_id, handle, created_at)
  -- Which of several people a sign-in belongs to, nobody can tell: none of them gets it.
  SELECT s.provider, s.provider_id, u.id, s.handle, u.created_at
  FROM (
    SELECT s.provider, s.provider_id, min(s.user_id) AS user_id, min(s.handle) AS handle
    FROM sotravel.legacy_sign_ins() s GROUP BY s.provider, s.provider_id
    HAVING count(DISTINCT s.user_id) = 1 AND NOT bool_or(s.is_typed)) s
    JOIN sotravel.users u ON u.id = s.user_id
  ON CONFLICT DO NOTHING;
  RETURN QUERY
    SELECT format('user %s does not sign in by %s: %s', s.user_id, s.provider, CASE
      WHEN i.user_id IS NULL THEN 'they have another account of it here'
      ELSE format('that account is user %s', i.user_id) END)
    FROM sotravel.legacy_sign_ins() s
      LEFT JOIN sotravel.identities i USING (provider, provider_id)
    WHERE NOT s.is_typed AND i.user_id IS DISTINCT FROM s.user_id
      AND (i.user_id IS NOT NULL OR EXISTS (
      SELECT FROM sotravel.identities o WHERE o.user_id = s.user_id AND o.provider = s.provider))
    ORDER BY s.user_id;
  RETURN QUERY
    SELECT format('one sign-in by %s is that of users %s: none of them has it', s.provider,
      string_agg(s.user_id::text, ', ' ORDER BY s.user_id))
    FROM sotravel.legacy_sign_ins() s
    WHERE NOT EXISTS (SELECT FROM sotravel.identities i
      WHERE i.provider = s.provider AND i.provider_id = s.provider_id)
    GROUP BY s.provider, s.provider_id HAVING count(*) > 1 ORDER BY min(s.user_id);
  RETURN QUERY
    SELECT format('people who have no way to sign in, but by the id of the former service: %s, '
      'such as user %s', count(*), min(l.user_id))
    FROM sotravel.legacy_users l
    WHERE NOT EXISTS (SELECT FROM sotravel.identities i WHERE i.user_id = l.user_id)
    HAVING count(*) > 0;
END
$body$;

COMMENT ON FUNCTION sotravel.heal_sign_ins() IS
'Part of heal: makes identities of the accounts by which people signed in to the former service.';
