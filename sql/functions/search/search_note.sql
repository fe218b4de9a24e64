CREATE OR REPLACE FUNCTION reeve.search_note(app text, query text, hits int, ms float8)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
-- Does not wait for a session that counts the same query: one search goes uncounted.
SET lock_timeout = '5ms'
AS $$
DECLARE
  words text := array_to_string(reeve.search_words(query), ' ');
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  hash bigint := 0;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF current_setting('transaction_read_only')::boolean
    OR NOT EXISTS (SELECT FROM reeve.app a WHERE a.app = search_note.app) THEN
    RETURN;
  END IF;
  -- A query like an address, a personal number or a whole text is counted among the others.
  IF query !~ '@' AND char_length(query) BETWEEN 1 AND 100
    AND char_length(regexp_replace(query, '[^[:digit:]]', '', 'g')) < 6
    AND words <> '' AND (
      EXISTS (SELECT FROM reeve.search_question q
        WHERE q.day = today AND q.app = search_note.app AND q.hash = hashtextextended(words, 1))
      OR (SELECT count(*) < 10000 FROM (
        SELECT FROM reeve.search_question q
        WHERE q.day = today AND q.app = search_note.app LIMIT 10000) l))
  THEN
    hash := hashtextextended(words, 1);
  END IF;
  INSERT INTO reeve.search_question AS q(day, app, hash, asked, empty)
  VALUES (today, search_note.app, hash, 1, (hits = 0)::int)
  ON CONFLICT ON CONSTRAINT search_question_pkey DO UPDATE
  SET asked = q.asked + 1, empty = q.empty + excluded.empty,
    query = CASE WHEN q.asked >= 2 AND q.hash <> 0 THEN words END;
  INSERT INTO reeve.search_pace AS p(day, app, step, asked)
  VALUES (today, search_note.app,
    ceil(ln(least(greatest(coalesce(ms, 0), 0.1), 1e6)) / ln(1.2))::int, 1)
  ON CONFLICT ON CONSTRAINT search_pace_pkey DO UPDATE SET asked = p.asked + 1;
EXCEPTION WHEN lock_not_available THEN
  RETURN;
END
$$;

COMMENT ON FUNCTION reeve.search_note(text, text, int, float8) IS
  'Counts a search of an app: its query, how many results it had and how many milliseconds it '
  'took. Does nothing if nothing can be written.';

GRANT EXECUTE ON FUNCTION reeve.search_note(text, text, int, float8) TO reeve_viewer;
