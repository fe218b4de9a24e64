-- $1 … $2: users by id; each follows two others, one of them among the thousand best known.
INSERT INTO buckit.follows(follower_id, followed_id, followed_at)
SELECT DISTINCT f.who, f.other, f.at
FROM (
  SELECT u AS who, CASE i WHEN 1 THEN 1 + pg_temp.pick(u * 2 + i, o.seed + 50,
      least(1000, o.scale)::integer)
      ELSE 1 + pg_temp.pick(u * 2 + i, o.seed + 51, o.scale::integer) END AS other,
    o.at - interval '2 days' AS at
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) u
    CROSS JOIN generate_series(1, 2) i) f
WHERE f.who <> f.other
ORDER BY 1, 2
