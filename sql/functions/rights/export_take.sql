CREATE OR REPLACE FUNCTION reeve.export_take(ticket bigint) RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  r reeve.reveal := reeve.reveal_take(ticket, 'export');
BEGIN
  UPDATE reeve.reveal t SET taken = pg_current_xact_id() WHERE t.command_id = r.command_id;
  RETURN reeve.outcome_of(NULL, '', '{}');
END
$$;

COMMENT ON FUNCTION reeve.export_take(bigint) IS
  'Uses up the ticket of an export, which then can be read (reeve.export_rows) once this is '
  'committed. RV002.';

GRANT EXECUTE ON FUNCTION reeve.export_take(bigint) TO reeve_viewer;
