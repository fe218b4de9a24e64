-- $1 … $2: users by id, ten votes each, fewer where one would be the second on an activity.
INSERT INTO buckit.votes(user_id, activity_id, value, voted_at)
SELECT DISTINCT ON (v.user_id, v.activity_id) v.user_id, v.activity_id, v.value, v.voted_at
FROM (
  SELECT u AS user_id,
    CASE WHEN i % 5 < 2
      THEN 1 + 100 * pg_temp.pick(u * 10 + i, o.seed + 20, ((o.scale + 99) / 100)::integer)
      ELSE 1 + pg_temp.pick(u * 10 + i, o.seed + 21, o.scale::integer) END AS activity_id,
    CASE WHEN pg_temp.pick(u * 10 + i, o.seed + 22, 6) = 0 THEN -1 ELSE 1 END AS value,
    o.at - pg_temp.pick(u * 10 + i, o.seed + 23, 86400) * interval '1 minute' AS voted_at
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) u
    CROSS JOIN generate_series(1, 10) i) v
ORDER BY v.user_id, v.activity_id, v.voted_at
