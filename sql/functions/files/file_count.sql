CREATE OR REPLACE FUNCTION reeve.file_count(action_id bigint) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT jsonb_object_agg(substr(s.sends, 7), s.objects)
    FROM (
      SELECT o.sends, count(*) FROM reeve.outside o
      WHERE o.action_id = file_count.action_id AND o.file IS NOT NULL
      GROUP BY o.sends) s(sends, objects));
END
$$;

COMMENT ON FUNCTION reeve.file_count(bigint) IS
  'How many objects in buckets an action withdraws, restores and removes. NULL: result, for none.';
