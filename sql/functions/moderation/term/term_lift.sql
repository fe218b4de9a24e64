CREATE OR REPLACE FUNCTION reeve.term_lift(max_rows int, principal text) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  l record;
  ended int := 0;
BEGIN
  FOR l IN
    SELECT x.term_id, x.key, a AS act
    FROM reeve.term_limit x
    JOIN reeve.term_version v USING (term_id)
    JOIN reeve.action a USING (action_id)
    WHERE x.ended_at IS NULL AND (a.reversed_by IS NOT NULL OR reeve.term_covered(
        a.collection_id, x.key, ARRAY(
          SELECT o.term_id FROM reeve.term_version o
          WHERE o.app = v.app AND o.kind = v.kind AND o.effective_on >= v.effective_on))
      OR EXISTS (
      SELECT FROM reeve.acceptance p JOIN reeve.term_version o USING (term_id)
      WHERE p.collection_id = a.collection_id AND p.key = x.key AND o.app = v.app
        AND o.kind = v.kind AND o.effective_on >= v.effective_on))
    ORDER BY x.term_id, x.key LIMIT max_rows
  LOOP
    IF (l.act).reversed_by IS NOT NULL OR reeve.action_end(l.act, 'lift', principal) > 0 THEN
      UPDATE reeve.term_limit x SET ended_at = clock_timestamp()
      WHERE x.term_id = l.term_id AND x.key = l.key;
      ended := ended + 1;
    END IF;
  END LOOP;
  RETURN ended;
END
$$;

COMMENT ON FUNCTION reeve.term_lift(int, text) IS
  'Ends at most max_rows limits of people who have accepted the terms since, and notes which the '
  'team has undone. Returns how many.';
