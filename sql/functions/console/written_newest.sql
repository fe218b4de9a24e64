CREATE OR REPLACE FUNCTION reeve.written_newest(
  source text, looked_for tsquery, collections int[], top bigint, most int)
RETURNS SETOF bigint
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, reeve, pg_temp
-- The index of words must be used: computing the words of each row takes minutes.
SET enable_seqscan = off SET enable_indexscan = off SET jit = off
AS $$
DECLARE
  statement text;
  ids bigint[];
BEGIN
  SELECT format('SELECT ARRAY(SELECT x.%1$I FROM reeve.%2$s
      WHERE %3$s AND reeve.written_vector(%4$s) @@ $1 AND %5$s.collection_id = ANY ($2)
        AND %6$s AND x.%1$I > $3
      ORDER BY 1 DESC LIMIT $4)', v.id, v.rows, v.written, v.columns, v.about, v.given)
  INTO STRICT statement
  FROM (VALUES
    ('reports', 'report_id', 'report x', 'x.words IS NOT NULL', 'x.words', 'x', 'TRUE'),
    ('notes', 'action_id', 'action x', 'num_nonnulls(x.reason, x.public_reason) > 0',
      'x.reason, x.public_reason', 'x', $f$x.verb = 'note'$f$),
    ('reasons', 'action_id', 'action x', 'num_nonnulls(x.reason, x.public_reason) > 0',
      'x.reason, x.public_reason', 'x', $f$x.verb <> 'note'$f$),
    ('looks', 'command_id', 'reveal_reason x JOIN reeve.reveal r USING (command_id)',
      'x.reason IS NOT NULL', 'x.reason', 'r', 'r.key IS NOT NULL'),
    ('cases', 'command_id', 'case_reason x JOIN reeve.case k USING (case_id)',
      'x.reason IS NOT NULL', 'x.reason', 'k', 'TRUE'),
    ('appeals', 'action_id', 'appeal x JOIN reeve.action a USING (action_id)',
      'num_nonnulls(x.words, x.reason) > 0', 'x.words, x.reason', 'a', 'TRUE')
    ) v(source, id, rows, written, columns, about, given)
  WHERE v.source = written_newest.source;
  IF source IN ('notes', 'reasons') THEN
    -- The text of a batch was written once.
    statement := replace(statement, 'ORDER BY', $f$AND x.key IS NOT NULL
      AND (x.batch_id IS NULL OR NOT EXISTS (
        SELECT FROM reeve.action b
        WHERE b.batch_id = x.batch_id AND b.action_id < x.action_id
          AND (b.reason, b.public_reason) IS NOT DISTINCT FROM (x.reason, x.public_reason)))
      ORDER BY$f$);
  END IF;
  -- For a common word the newest rows are enough.
  EXECUTE statement INTO ids USING looked_for, collections, top - 50000, most;
  IF cardinality(ids) < most AND top > 50000 THEN
    EXECUTE regexp_replace(statement, 'AND x\.\w+ > \$3', '') INTO ids
    USING looked_for, collections, top, most;
  END IF;
  RETURN QUERY SELECT unnest(ids);
END
$$;

COMMENT ON FUNCTION reeve.written_newest(text, tsquery, int[], bigint, int) IS
  'Numbers of the newest rows, at most so many, in which somebody wrote such words about '
  'subjects of some collections. source: reports, notes, reasons, looks (at personal fields), '
  'cases or appeals; looked_for: words alone, no phrases; top: the greatest number that exists.';
