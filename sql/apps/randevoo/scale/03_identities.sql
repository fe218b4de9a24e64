-- $1 … $2: users by id; one in thirty signs in by the other provider as well.
INSERT INTO randevoo.identities (provider, provider_id, user_id, verified_email, created_at)
SELECT p.name, md5(format('%s %s %s', o.seed, p.name, u.id)), u.id, u.email, u.created_at
FROM sample o
  CROSS JOIN randevoo.users u
  JOIN (VALUES ('google'), ('facebook')) p (name)
    ON p.name = u.provider OR pg_temp.pick(u.id, o.seed + 36, 30) = 0
WHERE u.id BETWEEN $1::bigint AND $2::bigint
ORDER BY u.id, p.name
