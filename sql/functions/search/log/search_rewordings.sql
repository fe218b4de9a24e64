-- Somebody searched, searched anew in other words within five minutes, and then opened a row. What
-- is in one of the two queries only may mean the same.
CREATE OR REPLACE FUNCTION reeve.search_rewordings(heard reeve.search_heard[])
RETURNS TABLE(collection_id int, hash bigint, words text, value text, times bigint)
LANGUAGE sql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH trail AS MATERIALIZED (
    SELECT h.collection_id, h.who, h.nth, h.heard_at, h.is_opened, h.is_counted,
      reeve.search_words(h.query) AS words
    FROM unnest(heard) h WHERE h.query IS NOT NULL
  ), pairs AS (
    SELECT o.collection_id, o.who, d.words, d.value
    FROM trail o
    CROSS JOIN LATERAL (
      SELECT max(s.nth) AS nth FROM trail s
      WHERE s.collection_id = o.collection_id AND s.who = o.who AND s.nth < o.nth
        AND NOT s.is_opened AND s.words = o.words) l
    CROSS JOIN LATERAL (
      SELECT s.words FROM trail s
      WHERE s.collection_id = o.collection_id AND s.who = o.who AND s.nth < l.nth
        AND s.heard_at >= o.heard_at - interval '5 minutes' AND NOT s.is_opened
        AND s.words <> o.words
      ORDER BY s.nth DESC LIMIT 1) f
    CROSS JOIN LATERAL (
      -- The words of each that the other does not have.
      SELECT coalesce(string_agg(u.w, ' ' ORDER BY u.n) FILTER (WHERE u.w <> ALL (o.words)), '')
          AS words,
        coalesce(string_agg(u.v, ' ' ORDER BY u.n) FILTER (WHERE u.v <> ALL (f.words)), '')
          AS value
      FROM unnest(f.words, o.words) WITH ORDINALITY u(w, v, n)) d
    WHERE o.is_opened
    -- Of one person once, however often.
    GROUP BY o.collection_id, o.who, d.words, d.value HAVING NOT bool_or(o.is_counted)
  )
  -- Words that begin alike were being typed, or are forms of each other.
  SELECT p.collection_id, hashtextextended(p.words || E'\n' || p.value, 1), p.words, p.value,
    count(*)
  FROM pairs p
  WHERE p.words <> '' AND p.value <> '' AND NOT starts_with(p.value, p.words)
    AND NOT starts_with(p.words, p.value)
  GROUP BY p.collection_id, p.words, p.value
  ORDER BY count(*) DESC, 2 LIMIT 500
$$;

COMMENT ON FUNCTION reeve.search_rewordings(reeve.search_heard[]) IS
  'Which words people replaced by which others before they opened a row, and how many did whose '
  'searches are not counted yet.';
