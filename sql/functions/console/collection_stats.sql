CREATE OR REPLACE FUNCTION reeve.collection_stats(app text, collection text, days int)
RETURNS TABLE(
  topic text, value text, amount bigint, share double precision, daily bigint[], is_exact boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  -- How many of the newest rows are read where no index finds them by time.
  newest constant bigint := 200000;
  since date := current_date - least(greatest(days, 1), 366) + 1;
  c reeve.collection;
  size record;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(collection_stats.app, collection_stats.collection);
  SELECT * INTO size FROM reeve.collection_size(c) s;
  RETURN QUERY
    SELECT 'rows', NULL::text, size.amount, NULL::double precision, NULL::bigint[], size.is_exact;
  RETURN QUERY
    SELECT 'hidden now', NULL::text, count(*), count(*) / nullif(size.amount, 0)::double precision,
      NULL::bigint[], TRUE
    FROM reeve.subject s
    WHERE s.collection_id = c.collection_id AND s.hidden_until > statement_timestamp();
  RETURN QUERY
    WITH found(place, topic, day, amount) AS (
      SELECT 1, 'new', d.day, d.amount FROM reeve.collection_days(c, since) d
      UNION ALL
      SELECT 2, 'reports', r.at::date, count(*) FROM reeve.report r
      WHERE r.report_id > (SELECT max(l.report_id) - newest FROM reeve.report l)
        AND r.collection_id = c.collection_id AND r.at >= since
      GROUP BY 3
      UNION ALL
      SELECT 3, 'actions', a.performed_at::date, count(*) FROM reeve.action a
      WHERE a.action_id > (SELECT max(l.action_id) - newest FROM reeve.action l)
        AND a.collection_id = c.collection_id AND a.performed_at >= since
      GROUP BY 3)
    SELECT t.topic, format('%s days', current_date - since + 1),
      coalesce(sum(f.amount), 0)::bigint, NULL::double precision,
      array_agg(coalesce(f.amount, 0) ORDER BY d.day), TRUE
    FROM (VALUES (1, 'new'), (2, 'reports'), (3, 'actions')) t(place, topic)
    CROSS JOIN (SELECT g::date FROM generate_series(since, current_date, interval '1 day') g)
      d(day)
    LEFT JOIN found f ON f.topic = t.topic AND f.day = d.day
    WHERE t.topic <> 'new' OR reeve.collection_birth(c) IS NOT NULL
    GROUP BY t.place, t.topic ORDER BY t.place;
  RETURN QUERY
    SELECT s.field, s.value, CASE WHEN size.is_exact THEN s.amount
        ELSE round(s.amount * size.amount / greatest(s.total, 1)::numeric)::bigint END,
      s.amount / greatest(s.total, 1)::double precision, NULL::bigint[], size.is_exact
    FROM reeve.collection_sample(c) s;
END
$$;

COMMENT ON FUNCTION reeve.collection_stats(text, text, int) IS
  'A collection in numbers: its rows, those hidden now, how many were created, reported and '
  'acted on each of the last days (1 to 366, UTC; of the newest 200,000 reports and actions), '
  'and how the values of its fields are distributed (reeve.collection_sample). is_exact: FALSE '
  'for the estimates that large tables get, so that none is read as a whole. NULL: value, share, '
  'daily.';

GRANT EXECUTE ON FUNCTION reeve.collection_stats(text, text, int) TO reeve_viewer;
