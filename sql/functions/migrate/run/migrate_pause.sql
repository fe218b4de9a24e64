CREATE OR REPLACE FUNCTION reeve.migrate_pause(copy_id int, is_paused boolean) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  UPDATE reeve.live_copy c
  SET paused_at = CASE WHEN is_paused THEN coalesce(c.paused_at, clock_timestamp()) END,
    paused_by = CASE WHEN is_paused THEN coalesce(c.paused_by, session_user::text) END
  WHERE c.copy_id = migrate_pause.copy_id AND c.ended_at IS NULL;
  SELECT reeve.command_record(
    CASE WHEN is_paused THEN 'migrate.pause' ELSE 'migrate.resume' END, session_user);
$$;

COMMENT ON FUNCTION reeve.migrate_pause(int, boolean) IS
  'Pauses copying and applying, or resumes it; the app''s writes are logged meanwhile. Running '
  'steps finish.';
