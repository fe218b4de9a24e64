CREATE OR REPLACE FUNCTION reeve.migrate_pace(copy_id int, pace jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  UPDATE reeve.live_copy c SET pace = jsonb_strip_nulls(migrate_pace.pace)
  WHERE c.copy_id = migrate_pace.copy_id AND c.pace <> jsonb_strip_nulls(migrate_pace.pace)
$$;

COMMENT ON FUNCTION reeve.migrate_pace(int, jsonb) IS
  'Sets the pace of a copy, as in reeve.live_copy.pace.';
