CREATE OR REPLACE FUNCTION reeve.action_is_final(action_ids bigint[]) RETURNS bigint[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(e.action_id), '{}')
    FROM (
      SELECT e.action_id FROM reeve.effect e
      WHERE e.action_id = ANY (action_ids)
      GROUP BY e.action_id
      HAVING NOT bool_or(e.is_reversible AND e.digest IS NULL)) e
    WHERE NOT EXISTS (SELECT FROM reeve.mark m WHERE m.action_id = e.action_id));
END
$$;

COMMENT ON FUNCTION reeve.action_is_final(bigint[]) IS
  'Those of the actions that changed rows, of which none can be restored, and that left no mark.';
