CREATE OR REPLACE FUNCTION reeve.search_noted() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF current_setting('transaction_read_only')::boolean OR NOT reeve.turn_try('search noted') THEN
    RETURN;
  END IF;
  DELETE FROM reeve.search_reworded r WHERE r.day < CURRENT_DATE - 30;
  WITH heard AS (
    UPDATE reeve.search_heard h SET is_counted = TRUE
    WHERE h.ctid = ANY (ARRAY(
      SELECT o.ctid FROM reeve.search_heard o WHERE NOT o.is_counted ORDER BY o.nth LIMIT 100000))
    RETURNING h.*),
  paces AS (
    INSERT INTO reeve.search_pace AS p(day, app, step, asked)
    SELECT h.day, h.app, h.step, count(*) FROM heard h WHERE NOT h.is_opened GROUP BY 1, 2, 3
    ON CONFLICT ON CONSTRAINT search_pace_pkey DO UPDATE SET asked = p.asked + excluded.asked),
  worded AS (
    SELECT q.*, nullif(array_to_string(reeve.search_words(q.query), ' '), '') AS words
    FROM (
      SELECT h.day, h.app, h.query, count(*) AS asked, count(*) FILTER (WHERE h.is_empty) AS empty
      FROM heard h WHERE NOT h.is_opened GROUP BY 1, 2, 3) q),
  reworded AS (
    INSERT INTO reeve.search_reworded AS r(collection_id, hash, words, value, times, day)
    SELECT w.collection_id, w.hash, CASE WHEN n.times > 2 THEN w.words END,
      CASE WHEN n.times > 2 THEN w.value END, w.times, CURRENT_DATE
    FROM reeve.search_rewordings((
        -- As they were: those that are counted now are not yet counted here.
        SELECT array_agg(h) FROM reeve.search_heard h
        WHERE h.who IN (SELECT o.who FROM heard o WHERE o.is_opened)
          AND h.nth <= (SELECT max(o.nth) FROM heard o))) w
    LEFT JOIN reeve.search_reworded o USING (collection_id, hash)
    CROSS JOIN LATERAL (SELECT w.times + coalesce(o.times, 0)) n(times)
    -- At most 2,000 pairs of a collection, and those of a batch.
    WHERE o.hash IS NOT NULL OR (
      SELECT count(*) FROM reeve.search_reworded l
      WHERE l.collection_id = w.collection_id) < 2000
    ON CONFLICT ON CONSTRAINT search_reworded_pkey DO UPDATE
    SET times = r.times + excluded.times, day = excluded.day, words = excluded.words,
      value = excluded.value),
  hashed AS (
    SELECT w.day, w.app, coalesce(hashtextextended(w.words, 1), 0) AS hash, min(w.words) AS words,
      sum(w.asked) AS asked, sum(w.empty) AS empty
    FROM worded w GROUP BY 1, 2, 3),
  told AS (
    -- At most 10,000 queries of an app and a day; later ones are counted together.
    SELECT h.*, coalesce(o.asked, 0) AS before,
      o.hash IS NOT NULL OR row_number() OVER (
        PARTITION BY h.day, h.app, o.hash IS NULL ORDER BY h.asked DESC, h.hash) <= 10000 - (
        SELECT count(*) FROM reeve.search_question l
        WHERE l.day = h.day AND l.app = h.app) AS is_told
    FROM hashed h LEFT JOIN reeve.search_question o USING (day, app, hash))
  INSERT INTO reeve.search_question AS q(day, app, hash, query, asked, empty)
  SELECT t.day, t.app, k.hash,
    CASE WHEN k.hash <> 0 AND sum(t.asked + t.before) > 2 THEN min(t.words) END, sum(t.asked),
    sum(t.empty)
  FROM told t CROSS JOIN LATERAL (SELECT CASE WHEN t.is_told THEN t.hash ELSE 0 END) k(hash)
  GROUP BY t.day, t.app, k.hash
  ON CONFLICT ON CONSTRAINT search_question_pkey DO UPDATE
  SET asked = q.asked + excluded.asked, empty = q.empty + excluded.empty, query = excluded.query;
  -- Somebody may yet reword what they searched for, or open what it found. Of very many searches
  -- nothing is kept.
  DELETE FROM reeve.search_heard h
  WHERE h.is_counted AND (h.who IS NULL OR h.heard_at < clock_timestamp() - interval '6 minutes'
    OR pg_relation_size('reeve.search_heard') > 16 * 1024 * 1024);
END
$$;

COMMENT ON FUNCTION reeve.search_noted() IS
  'Counts the searches that were noted, by day; a query by itself from the third time on; and what '
  'people replaced by other words, by themselves from the third on. Nothing where somebody else '
  'does, or nothing can be written.';
