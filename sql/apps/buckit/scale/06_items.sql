-- $1 … $2: buckets by id, three activities in each.
INSERT INTO buckit.bucket_items(bucket_id, activity_id, done_at, added_at)
SELECT DISTINCT ON (t.bucket_id, t.activity_id) t.bucket_id, t.activity_id, t.done_at, t.added_at
FROM (
  SELECT b AS bucket_id, 1 + pg_temp.pick(b * 3 + i, o.seed + 40, o.scale::integer) AS activity_id,
    CASE WHEN pg_temp.pick(b * 3 + i, o.seed + 41, 3) = 0 THEN o.at END AS done_at,
    o.at - interval '1 day' AS added_at
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) b
    CROSS JOIN generate_series(1, 3) i) t
ORDER BY t.bucket_id, t.activity_id
