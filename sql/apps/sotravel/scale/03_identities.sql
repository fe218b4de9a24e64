-- $1 … $2: how people sign in, by id; a third of those with an e-mail have Telegram as well.
INSERT INTO sotravel.identities (provider, provider_id, user_id, verified_email, handle, created_at)
SELECT p.name, md5(format('%s %s %s', o.seed, p.name, u.id)), u.id,
  CASE p.name WHEN 'email' THEN u.email END,
  CASE p.name WHEN 'telegram' THEN format('traveller_%s', u.id) END, u.created_at
FROM sample o
  CROSS JOIN sotravel.users u
  JOIN (VALUES ('email'), ('telegram')) p (name)
    ON CASE p.name WHEN 'email' THEN u.email IS NOT NULL
    ELSE u.email IS NULL OR pg_temp.pick(u.id, o.seed + 10, 3) = 0 END
WHERE u.id BETWEEN $1::bigint AND $2::bigint
ORDER BY u.id, p.name
