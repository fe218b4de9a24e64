CREATE OR REPLACE FUNCTION reeve.notice_adopt() RETURNS void
LANGUAGE plpgsql SECURITY INVOKER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Once: what somebody makes unsealed later stays so.
  IF EXISTS (SELECT FROM reeve.command m WHERE m.kind = 'notices.adopt') OR NOT EXISTS (
    SELECT FROM reeve.outbox o WHERE o.version = 0)
  THEN
    RETURN;
  END IF;
  UPDATE reeve.outbox o SET state = o.state WHERE o.version = 0;
  PERFORM reeve.command_record('notices.adopt', session_user);
END
$$;

COMMENT ON FUNCTION reeve.notice_adopt() IS
  'Seals the notices of releases that did not seal them, as they are now. Runs as the installer.';
