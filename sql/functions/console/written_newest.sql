CREATE OR REPLACE FUNCTION reeve.written_newest(
  source text, looked_for tsquery, collections int[], most int)
RETURNS SETOF bigint
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, reeve, pg_temp
-- The index of marks must be used: computing the words of each row takes minutes.
SET enable_seqscan = off SET enable_sort = off SET jit = off SET work_mem = '16MB'
AS $$
DECLARE
  -- ~ stands for the number of a block.
  marks text := regexp_replace(looked_for::text, '''([^'']+)''', E'''~.\\1''', 'g');
  is_all boolean := NOT EXISTS (
    SELECT FROM reeve.collection c WHERE c.collection_id <> ALL (collections));
  reasons constant text := 'x.key IS NOT NULL AND num_nonnulls(x.reason, x.public_reason) > 0';
  v record;
  statement text;
  is_few boolean := FALSE;
BEGIN
  -- Two rows are of one block if their numbers differ in the last size bits alone, as in the
  -- index. subjects: whose collection a row is about, if no column of its own says so.
  SELECT * INTO STRICT v
  FROM (VALUES
    ('reports', 'report', 'report_id', 15, 'x.words', 'x.words IS NOT NULL', NULL, NULL, NULL),
    ('notes', 'action', 'action_id', 15, 'x.reason, x.public_reason',
      'x.verb = ''note'' AND ' || reasons, NULL, NULL, NULL),
    ('reasons', 'action', 'action_id', 15, 'x.reason, x.public_reason',
      'x.verb <> ''note'' AND ' || reasons, NULL, NULL, NULL),
    ('looks', 'reveal_reason', 'command_id', 16, 'x.reason', 'x.reason IS NOT NULL',
      'reeve.reveal', 'command_id', 's.key IS NOT NULL'),
    ('cases', 'case_reason', 'command_id', 16, 'x.reason', 'x.reason IS NOT NULL',
      'reeve.case', 'case_id', 'TRUE'),
    ('appeals', 'appeal', 'action_id', 16, 'x.words, x.reason',
      'num_nonnulls(x.words, x.reason) > 0', 'reeve.action', 'action_id', 'TRUE')
    ) s(source, rows, id, size, columns, given, subjects, link, told)
  WHERE s.source = written_newest.source;
  IF v.subjects IS NOT NULL AND NOT is_all THEN
    EXECUTE format('SELECT count(*) <= 1000 FROM (
        SELECT FROM %s s WHERE s.collection_id = ANY ($1) LIMIT 1001) s', v.subjects)
    INTO is_few USING collections;
  ELSIF v.subjects IS NULL AND NOT is_all THEN
    marks := format('(%s) & (%s)', marks, (
      SELECT coalesce(string_agg(format('''~.#%s''', i), ' | '), '''~.#''')
      FROM unnest(collections) i));
  END IF;
  IF is_few THEN
    -- All that was written about them is read faster than the index.
    RETURN QUERY EXECUTE format('
      SELECT x.%I FROM %s s JOIN reeve.%I x USING (%I)
      WHERE s.collection_id = ANY ($2) AND %s AND %s AND reeve.written_vector(%s) @@ $1
      ORDER BY -x.%1$I LIMIT $3', v.id, v.subjects, v.rows, v.link, v.told, v.given, v.columns)
    USING looked_for, collections, most;
    RETURN;
  END IF;
  -- No index serves the order, or which collection a row is about, so that only that of
  -- marks can be taken.
  statement := format('FROM reeve.%I x
    WHERE %s AND reeve.written_marks(x.%I >> %s, %s, %s)
        @@ replace($1, ''~'', to_hex(b.number))::tsquery
      AND (%s = ANY ($2)) IS TRUE', v.rows, v.given, v.id, v.size,
    CASE WHEN v.subjects IS NULL THEN 'x.collection_id' ELSE 'NULL' END, v.columns,
    CASE WHEN v.subjects IS NULL THEN 'x.collection_id' ELSE format(
      '(SELECT s.collection_id FROM %s s WHERE s.%2$I = x.%2$I AND %s)',
      v.subjects, v.link, v.told) END);
  IF v.rows = 'action' THEN
    -- The text of a batch was written once.
    statement := format('(
      WITH written AS MATERIALIZED (
        SELECT x.action_id, x.batch_id, %s AS reason, %s AS public_reason %s)
      SELECT w.action_id FROM written w WHERE w.batch_id IS NULL
      UNION ALL
      SELECT t.id
      FROM (
        SELECT min(w.action_id), w.batch_id, w.reason, w.public_reason FROM written w
        WHERE w.batch_id IS NOT NULL GROUP BY 2, 3, 4) t(id, batch_id, reason, public_reason)
      WHERE t.id = (
        SELECT a.action_id FROM reeve.action a
        WHERE a.batch_id = t.batch_id
          AND (a.reason, a.public_reason) IS NOT DISTINCT FROM (t.reason, t.public_reason)
        ORDER BY a.action_id LIMIT 1)
      ORDER BY 1 DESC LIMIT $3)', 'CASE WHEN x.batch_id IS NOT NULL THEN x.reason END',
      'CASE WHEN x.batch_id IS NOT NULL THEN x.public_reason END', statement);
  ELSE
    statement := format('(SELECT x.%I %s ORDER BY -x.%1$I LIMIT $3)', v.id, statement);
  END IF;
  -- Block by block, the newest first, until there are enough.
  RETURN QUERY EXECUTE format('
    WITH RECURSIVE block(number) AS (
      SELECT max(x.%1$I) >> %3$s FROM reeve.%2$I x
      UNION ALL
      SELECT (SELECT max(x.%1$I) >> %3$s FROM reeve.%2$I x WHERE x.%1$I < b.number << %3$s)
      FROM block b WHERE b.number IS NOT NULL)
    SELECT n.id FROM block b CROSS JOIN LATERAL %4$s n(id) LIMIT $3',
    v.id, v.rows, v.size, statement)
  USING marks, collections, most;
END
$$;

COMMENT ON FUNCTION reeve.written_newest(text, tsquery, int[], int) IS
  'Numbers of the newest rows, at most so many, in which somebody wrote such words about '
  'subjects of some collections. source: reports, notes, reasons, looks (at personal fields), '
  'cases or appeals; looked_for: words alone, no phrases. Reads the index block by block, the '
  'newest first, and ends with the one that brings the last row.';
