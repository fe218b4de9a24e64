CREATE OR REPLACE FUNCTION reeve.notice_record() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM reeve.notice_unsealed()) THEN
    PERFORM reeve.command_record('notices', 'system:notify.deliver');
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.notice_record() IS
  'Records a command for the notices that this transaction has changed and that no command of it '
  'has sealed.';
