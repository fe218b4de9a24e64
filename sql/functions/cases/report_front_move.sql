CREATE OR REPLACE FUNCTION reeve.report_front_move(behind bigint, given bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- Reports of the last transactions may not be committed yet; and each move leaves a dead row.
  distance CONSTANT int := 100;
  empty CONSTANT bigint := least(given - distance, (
    SELECT p.report_id - 1 FROM reeve.report p
    WHERE p.report_id > behind AND p.case_id IS NULL AND p.withdrawn_by IS NULL
    ORDER BY p.report_id LIMIT 1));
BEGIN
  -- At other levels it could not see who has moved it meanwhile.
  IF empty - behind >= distance
    AND current_setting('transaction_isolation') = 'read committed'
  THEN
    UPDATE reeve.report_front f
    SET report_id = empty,
      looked_at = CASE WHEN behind = 0 THEN clock_timestamp() ELSE f.looked_at END
    FROM (
      -- Reports may wait again since this intake began.
      SELECT o.is_only FROM reeve.report_front o
      WHERE behind = 0 OR o.looked_at > '-infinity' FOR NO KEY UPDATE SKIP LOCKED) l
    WHERE f.is_only = l.is_only;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.report_front_move(bigint, bigint) IS
  'After an intake of all reports after `behind`: the next one begins where the first of them '
  'still waits, or a hundred before the newest. Locks the row of reeve.report_front, and '
  'waits for nobody.';
