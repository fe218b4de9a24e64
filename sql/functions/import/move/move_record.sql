CREATE OR REPLACE FUNCTION reeve.move_record(app text, ledger jsonb) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.turn_take('import ' || app);
  RETURN reeve.command_record('move', session_user,
    detail => jsonb_build_object('app', app, 'ledger', ledger));
END
$$;

COMMENT ON FUNCTION reeve.move_record(text, jsonb) IS
  'Records the end of a move with its numbers, which hold nothing personal, and returns the '
  'number of the command. Runs as the installer.';
