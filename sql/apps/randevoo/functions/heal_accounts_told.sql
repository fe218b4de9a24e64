CREATE OR REPLACE FUNCTION randevoo.heal_accounts_told(made bigint[]) RETURNS SETOF text
LANGUAGE sql STABLE AS $body$
  SELECT format('disabled accounts of nobody: %s, each a user now, such as user %s',
    cardinality(made), made[1])
  WHERE cardinality(made) > 0
  UNION ALL
  SELECT format('accounts of nobody: %s, such as uid %s; who signs in by one becomes a new user',
    count(*), min(a.uid))
  FROM randevoo.legacy_accounts a WHERE a.user_id IS NULL HAVING count(*) > 0
  UNION ALL
  SELECT format('users without an account in the export: %s, such as user %s', count(*), min(u.id))
  FROM randevoo.users u
  WHERE u.legacy_id IS NOT NULL AND NOT u.is_erased
    AND NOT EXISTS (SELECT FROM randevoo.legacy_accounts a WHERE a.user_id = u.id)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('sign-ins whose e-mail address differs in the two exports: %s, such as that of '
    'user %s', count(*), min(a.user_id))
  FROM randevoo.legacy_accounts a JOIN randevoo.legacy_sign_ins l ON l.uid = a.uid
  WHERE lower(a.email) <> lower(l.email) HAVING count(*) > 0
  UNION ALL
  SELECT format('sign-ins by %s, which this app does not offer: %s', c.name, count(*))
  FROM randevoo.legacy_claims() c WHERE c.provider IS NULL GROUP BY c.name
  UNION ALL (
    SELECT format('one sign-in by %s is that of users %s: none of them has it', c.provider,
      string_agg(DISTINCT c.user_id::text, ', '))
    FROM randevoo.legacy_claims() c WHERE c.provider IS NOT NULL AND c.provider_id IS NOT NULL
    GROUP BY c.provider, c.provider_id HAVING count(DISTINCT c.user_id) > 1
    ORDER BY min(c.user_id))
  UNION ALL
  SELECT format('user %s does not sign in by %s: that account is user %s', c.user_id, c.provider,
    i.user_id)
  FROM randevoo.legacy_claims() c JOIN randevoo.identities i USING (provider, provider_id)
  WHERE i.user_id <> c.user_id
$body$;

COMMENT ON FUNCTION randevoo.heal_accounts_told(bigint[]) IS
'Part of heal: who is in one of documents and accounts and not in the other, and which sign-ins are
not as they were. made: users of disabled accounts that no document names.';
