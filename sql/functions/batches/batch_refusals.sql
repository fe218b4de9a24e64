CREATE OR REPLACE FUNCTION reeve.batch_refusals(batch_id bigint, max_rows int)
RETURNS TABLE(key text, code text, message text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT r.key, r.code, r.message FROM reeve.batch_refusal r
    WHERE r.batch_id = batch_refusals.batch_id ORDER BY r.place LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.batch_refusals(bigint, int) IS
  'Subjects of a batch that were left out, or restored only in part, and why; max_rows NULL = '
  'all.';

GRANT EXECUTE ON FUNCTION reeve.batch_refusals(bigint, int) TO reeve_viewer;
