CREATE OR REPLACE FUNCTION reeve.remote_lines(copy_id int, keys text[])
RETURNS TABLE(key text, line text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  half int := cardinality(keys) / 2;
BEGIN
  -- Rows must survive a crash of this server before another server has them: this transaction
  -- writes, so its COMMIT flushes everything that was visible to it.
  PERFORM set_config('synchronous_commit', 'on', TRUE),
    pg_logical_emit_message(TRUE, 'reeve', 'read');
  BEGIN
    RETURN QUERY
      SELECT r.key, r.line, NULL::text
      FROM reeve.remote_read(copy_id, 'rows', remote_lines.keys) r;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    IF half = 0 THEN
      RETURN QUERY SELECT remote_lines.keys[1], NULL::text, SQLERRM;
      RETURN;
    END IF;
  END;
  RETURN QUERY
    SELECT l.* FROM reeve.remote_lines(copy_id, remote_lines.keys[:half]) l
    UNION ALL
    SELECT l.* FROM reeve.remote_lines(copy_id, remote_lines.keys[half + 1:]) l;
END
$$;

COMMENT ON FUNCTION reeve.remote_lines(int, text[]) IS
  'Current rows of the source, each as a line of COPY without its key. line is NULL for a '
  'missing row, and, with a reason, for one whose values cannot be computed. NULL: line, reason.';
