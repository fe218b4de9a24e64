CREATE OR REPLACE FUNCTION reeve.glass_close(login text, by_whom text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.glass;
BEGIN
  UPDATE reeve.glass x SET ended_at = clock_timestamp(), ended_by = by_whom
  WHERE x.glass_id = (reeve.glass_open(glass_close.login)).glass_id
  RETURNING x.* INTO g;
  IF g.glass_id IS NOT NULL THEN
    PERFORM reeve.command_record('glass.end', by_whom, key => g.role_name,
      detail => jsonb_build_object('glass', g.glass_id));
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.glass_close(text, text) IS
  'Ends the emergency rank that a login has, if it has one, because the login may no longer take '
  'it; on record.';
