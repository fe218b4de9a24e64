CREATE OR REPLACE FUNCTION reeve.batch_left(
  batch_id bigint, before bigint DEFAULT NULL, most int DEFAULT NULL)
RETURNS bigint[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY(
    SELECT a.action_id FROM reeve.action a
    WHERE a.batch_id = batch_left.batch_id
      AND a.action_id < coalesce(before, 9223372036854775807)
      AND (a.reversed_by IS NULL OR EXISTS (
        SELECT FROM reeve.unrestored u WHERE u.action_id = a.action_id))
    ORDER BY a.action_id DESC LIMIT most)
$$;

COMMENT ON FUNCTION reeve.batch_left(bigint, bigint, int) IS
  'Actions of a batch that an undo of it would reverse, newest first, at most so many: those that '
  'have not been undone, or not wholly. NULL: before, most (no bound).';
