CREATE OR REPLACE FUNCTION reeve.migrate_complete(copy reeve.live_copy) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  unready text := (
    SELECT string_agg(DISTINCT u.object, ', ')
    FROM jsonb_to_recordset(copy.unvalidated) u(object text, is_needed boolean) WHERE u.is_needed);
BEGIN
  IF jsonb_path_exists(copy.unvalidated, '$[*] ? (@.is_needed == true)') THEN
    RAISE EXCEPTION 'the last cutover or rollback of % is not complete', copy.name
      USING ERRCODE = 'RV009',
        DETAIL = format('Still to do: %s.', coalesce(unready, 'to drop what was before'));
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.migrate_complete(reeve.live_copy) IS
  'Refuses (RV009) while a cutover or rollback of a copy has left steps that the next needs.';
