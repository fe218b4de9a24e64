CREATE OR REPLACE FUNCTION reeve.cause_until(
  collection_id int, key text, columns text[], causes bigint[])
RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN (
    SELECT max(a.until)
    FROM reeve.effect e JOIN reeve.action a USING (action_id)
    WHERE e.action_id = ANY (causes) AND e.collection_id = cause_until.collection_id
      AND e.key = cause_until.key AND e.before ?& columns);
END
$$;

COMMENT ON FUNCTION reeve.cause_until(int, text, text[], bigint[]) IS
  'Until when these actions hide a row in these columns: those that wrote other columns do not '
  'count. NULL: none of them wrote these.';
