-- $1 … $2: a bucket of each user; one in fifty is a copy of the one before it.
INSERT INTO buckit.buckets(id, legacy_id, owner_id, author_id, origin_id, title, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, 'b' || n, n, CASE WHEN n % 50 = 0 THEN n - 1 ELSE n END,
  CASE WHEN n % 50 = 0 THEN n - 1 END,
  pg_temp.pick_from('{Before thirty,With the kids,Summer,Someday,Rainy days,With friends}',
    CASE WHEN n % 50 = 0 THEN n - 1 ELSE n END, o.seed + 30),
  o.at - pg_temp.pick(n, o.seed + 31, 60) * interval '1 day'
FROM sample o CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
ORDER BY 1
