-- $1 … $2: a comment by each user.
INSERT INTO buckit.comments(id, legacy_id, activity_id, author_id, body, written_at)
OVERRIDING SYSTEM VALUE
SELECT n, 'c' || n, 1 + pg_temp.pick(n, o.seed + 60, o.scale::integer), n,
  pg_temp.pick_from('{"Was there last year, lovely.","How long does it take?","See you there!",'
    '"Ci vediamo lì!","すてき！"}', n, o.seed + 61),
  o.at - pg_temp.pick(n, o.seed + 62, 60000) * interval '1 minute'
FROM sample o CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
ORDER BY 1
