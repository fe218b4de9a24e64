CREATE OR REPLACE FUNCTION buckit.heal_accounts() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
BEGIN
  IF NOT EXISTS (SELECT FROM buckit.legacy_accounts) THEN
    RETURN;
  END IF;
  INSERT INTO buckit.users AS u (legacy_id, name, email, was_disabled, created_at)
  SELECT a.uid, coalesce(nullif(left(btrim(a.name), 100), ''), 'BuckIt user'), a.email,
    a.is_disabled, a.created_at
  FROM buckit.legacy_accounts a
  ON CONFLICT (legacy_id) DO UPDATE SET email = coalesce(u.email, excluded.email),
    -- The tree has no times: an account was activated when heal() found its photo.
    activated_at = CASE u.activated_at WHEN u.created_at THEN excluded.created_at
      ELSE u.activated_at END,
    created_at = least(u.created_at, excluded.created_at), was_disabled = excluded.was_disabled
  WHERE u.username <> 'erased-' || u.id
    AND (u.email IS NULL AND excluded.email IS NOT NULL OR u.created_at > excluded.created_at
      OR u.was_disabled <> excluded.was_disabled);
  INSERT INTO buckit.identities (provider, provider_id, user_id)
  -- Which of several people a sign-in belongs to, nobody can tell: none of them gets it.
  SELECT s.provider, s.provider_id, min(s.user_id)
  FROM buckit.legacy_sign_ins() s WHERE s.provider IS NOT NULL AND s.provider_id IS NOT NULL
  GROUP BY s.provider, s.provider_id HAVING count(DISTINCT s.user_id) = 1
  ON CONFLICT (provider, provider_id) DO NOTHING;
  UPDATE buckit.users u SET provider = s.provider
  FROM (SELECT DISTINCT ON (user_id) * FROM buckit.legacy_sign_ins() WHERE provider IS NOT NULL
    ORDER BY user_id, place) s
  WHERE s.user_id = u.id AND u.provider <> s.provider;
  RETURN QUERY
    SELECT format('user %s does not sign in by %s: that account is user %s', s.user_id, s.provider,
      i.user_id)
    FROM buckit.legacy_sign_ins() s JOIN buckit.identities i USING (provider, provider_id)
    WHERE i.user_id <> s.user_id ORDER BY s.user_id;
  RETURN QUERY
    SELECT format('one sign-in by %s is that of users %s: none of them has it', s.provider,
      string_agg(DISTINCT s.user_id::text, ', '))
    FROM buckit.legacy_sign_ins() s WHERE s.provider IS NOT NULL AND s.provider_id IS NOT NULL
    GROUP BY s.provider, s.provider_id HAVING count(DISTINCT s.user_id) > 1
    ORDER BY min(s.user_id);
  RETURN QUERY
    SELECT format('sign-ins by %s, which this app does not offer: %s', s.name, count(*))
    FROM buckit.legacy_sign_ins() s WHERE s.provider IS NULL GROUP BY s.name ORDER BY s.name;
  RETURN QUERY
    SELECT format('users without an account in the export: %s, such as user %s', count(*),
      min(u.id))
    FROM buckit.users u
    WHERE u.username <> 'erased-' || u.id
      AND NOT EXISTS (SELECT FROM buckit.identities i WHERE i.user_id = u.id)
      AND NOT EXISTS (SELECT FROM buckit.legacy_accounts a WHERE a.uid = u.legacy_id)
    HAVING count(*) > 0;
  DELETE FROM buckit.legacy_accounts;
END
$body$;

COMMENT ON FUNCTION buckit.heal_accounts() IS
'Part of heal: makes users and identities of the accounts of the sign-in provider''s export. Who has
no node in the tree becomes a half account; who was erased stays so.';
