CREATE OR REPLACE FUNCTION reeve.migrate_used() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  copy int := TG_ARGV[0]::int;
  said text := coalesce(current_setting('application_name', TRUE), '');
BEGIN
  IF EXISTS (
    SELECT FROM reeve.live_copy_use u
    WHERE u.copy_id = copy AND u.role_name = session_user AND u.application = said
      AND u.used_at > statement_timestamp() - interval '1 hour') THEN
    RETURN NULL;
  END IF;
  -- No unique key, so that nobody waits for another's transaction: two rows do no harm. Limited,
  -- as a client may choose a new application name for each statement.
  INSERT INTO reeve.live_copy_use(copy_id, role_name, application)
  SELECT copy, session_user, said
  WHERE NOT EXISTS (
    SELECT FROM reeve.live_copy_use u WHERE u.copy_id = copy OFFSET 10000);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.migrate_used() IS
  'Trigger on the view that has the old name after a cutover: notes who writes through it, once '
  'an hour, up to 10,000 times.';
