-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.remote_take(
  copy_id int, step bigint, keys text[], lines text[])
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  SELECT * INTO STRICT c FROM reeve.live_copy l WHERE l.copy_id = remote_take.copy_id
  FOR NO KEY UPDATE;
  IF c.phase NOT IN ('live', 'returning') OR c.back IS NULL THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  -- Rows of a process that lost its lock there, and that another has read again since.
  IF step <= c.back_step THEN
    RAISE EXCEPTION 'newer changes of the copy % came back already', c.name USING ERRCODE = 'RV009',
      HINT = 'Another process brings them, or the target''s database was restored.';
  END IF;
  -- It is forgotten there once this is committed.
  PERFORM set_config('synchronous_commit', 'on', TRUE);
  WITH refused AS (
    SELECT h.key, h.code, h.reason
    FROM jsonb_to_recordset(reeve.app_call(c.app, 'reeve.cell_remote_take(($7)[1], $1)', c.back,
      ARRAY(SELECT jsonb_build_array(r.key, r.line)::text FROM unnest(keys, lines) r(key, line))))
      h(key text, code text, reason text)
  ),
  settled AS (
    DELETE FROM reeve.live_copy_reject r
    WHERE r.copy_id = c.copy_id AND r.key = ANY (keys)
      AND r.key NOT IN (SELECT f.key FROM refused f)
  )
  INSERT INTO reeve.live_copy_reject AS r(copy_id, key, code, reason)
  SELECT c.copy_id, f.key, f.code, f.reason FROM refused f
  ON CONFLICT ON CONSTRAINT live_copy_reject_pkey DO UPDATE
  SET code = excluded.code, reason = excluded.reason, rejected_at = clock_timestamp();
  UPDATE reeve.live_copy l
  SET back_step = step, applied = l.applied + cardinality(keys), stepped_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id;
END
$$;

COMMENT ON FUNCTION reeve.remote_take(int, bigint, text[], text[]) IS
  'Writes rows that have changed in another database after the cutover to the source. lines: '
  'the text of the row with each of the keys, NULL if it was deleted; step: a number from there '
  'that only grows. A row that is refused stays as it was, and goes to quarantine. RV009 if the '
  'target is not live, or for an older step.';
