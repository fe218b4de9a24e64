CREATE OR REPLACE FUNCTION randevoo.heal_accounts() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  lone record;
  who bigint;
  made bigint[] := '{}';
BEGIN
  -- Without the documents nobody knows whose an account is: it waits.
  IF NOT EXISTS (SELECT FROM randevoo.legacy_accounts)
    OR NOT EXISTS (SELECT FROM randevoo.identities i WHERE i.is_uid)
  THEN
    RETURN;
  END IF;
  DELETE FROM randevoo.legacy_accounts a
  USING randevoo.legacy_sign_ins l JOIN randevoo.users u ON u.legacy_id = l.account AND u.is_erased
  WHERE l.uid = a.uid;
  UPDATE randevoo.legacy_accounts a SET user_id = i.user_id
  FROM randevoo.identities i WHERE i.provider_id = a.uid AND i.is_uid;
  -- Nobody knew them, and yet they may not sign in.
  FOR lone IN
    SELECT * FROM randevoo.legacy_accounts a
    WHERE a.user_id IS NULL AND a.is_disabled
      AND NOT EXISTS (SELECT FROM randevoo.legacy_sign_ins l WHERE l.uid = a.uid)
    ORDER BY a.uid
  LOOP
    INSERT INTO randevoo.users (first_name, last_name, display_name, email, created_at)
    SELECT coalesce(n.first, 'Randevoo user'), coalesce(n.last, ''), lone.name, lone.email,
      coalesce(lone.created_at, now())
    FROM randevoo.legacy_name(lone.name) n
    RETURNING id INTO who;
    INSERT INTO randevoo.identities (provider, provider_id, user_id, is_uid)
    VALUES ('google', lone.uid, who, TRUE);
    UPDATE randevoo.legacy_accounts a SET user_id = who WHERE a.uid = lone.uid;
    made := made || who;
  END LOOP;
  UPDATE randevoo.identities i SET was_disabled = a.is_disabled
  FROM randevoo.legacy_accounts a
  WHERE i.provider_id = a.uid AND i.is_uid AND i.was_disabled <> a.is_disabled;
  INSERT INTO randevoo.identities (provider, provider_id, user_id)
  -- Which of several people a sign-in belongs to, nobody can tell: none of them gets it.
  SELECT c.provider, c.provider_id, min(c.user_id) FROM randevoo.legacy_claims() c
  WHERE c.provider IS NOT NULL AND c.provider_id IS NOT NULL
  GROUP BY c.provider, c.provider_id HAVING count(DISTINCT c.user_id) = 1
  ON CONFLICT (provider, provider_id) DO NOTHING;
  UPDATE randevoo.identities i SET verified_email = a.email
  FROM (SELECT user_id, min(email) AS email FROM randevoo.legacy_accounts
    WHERE is_verified AND email IS NOT NULL GROUP BY user_id HAVING count(DISTINCT email) = 1) a
  WHERE i.user_id = a.user_id AND i.verified_email IS NULL;
  RETURN QUERY SELECT * FROM randevoo.heal_accounts_told(made);
  DELETE FROM randevoo.legacy_accounts;
END
$body$;

COMMENT ON FUNCTION randevoo.heal_accounts() IS
'Part of heal: gives people the sign-ins of their accounts in the sign-in provider''s export, and
marks who was disabled there. An account that no document names is of nobody, unless it was
disabled. Who was erased stays so.';
