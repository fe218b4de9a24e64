CREATE OR REPLACE FUNCTION reeve.flag_seen(flag_id int, key text) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce((
    SELECT h.upto FROM reeve.flag_hit h
    WHERE h.flag_id = flag_seen.flag_id AND h.key = flag_seen.key), '-infinity')
$$;

COMMENT ON FUNCTION reeve.flag_seen(int, text) IS
  'The row up to which a flood of a subject was reported, for the app writer.';

GRANT EXECUTE ON FUNCTION reeve.flag_seen(int, text) TO reeve_access;
