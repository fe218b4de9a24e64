CREATE OR REPLACE FUNCTION reeve.term_current(v reeve.term_version) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  f reeve.term_version := reeve.term_in_force(v.app, v.kind, clock_timestamp());
BEGIN
  IF v.effective_on < f.effective_on THEN
    RAISE EXCEPTION 'version % of the terms % is no longer in force', v.version, v.kind
      USING ERRCODE = 'RV001', HINT = format('In force is %s.', f.version);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.term_current(reeve.term_version) IS
  'Raises RV001 unless a version is in force or announced.';
