CREATE OR REPLACE FUNCTION reeve.remote_lines(
  copy_id int, keys text[], job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS TABLE(key text, line text, reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
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
      FROM reeve.remote_read(copy_id, 'rows', remote_lines.keys, job_id, lease) r;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    IF half = 0 THEN
      RETURN QUERY SELECT remote_lines.keys[1], NULL::text, SQLERRM;
      RETURN;
    END IF;
  END;
  RETURN QUERY
    SELECT l.* FROM reeve.remote_lines(copy_id, remote_lines.keys[:half], job_id, lease) l
    UNION ALL
    SELECT l.*
    FROM reeve.remote_lines(copy_id, remote_lines.keys[half + 1:], job_id, lease) l;
END
$$;

COMMENT ON FUNCTION reeve.remote_lines(int, text[], bigint, int) IS
  'Current rows of the source, each as a line of COPY without its key. line is NULL for a '
  'missing row, and, with a reason, for one whose values cannot be computed. job_id, '
  'lease: as in reeve.remote_permit. NULL: line, reason.';

GRANT EXECUTE ON FUNCTION reeve.remote_lines(int, text[], bigint, int) TO reeve_worker;
