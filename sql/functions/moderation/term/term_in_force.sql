CREATE OR REPLACE FUNCTION reeve.term_in_force(app text, kind text, at timestamptz)
RETURNS reeve.term_version
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT v FROM reeve.term_version v
    WHERE v.app = term_in_force.app AND v.kind = term_in_force.kind
      AND v.effective_on <= (at AT TIME ZONE 'UTC')::date
    ORDER BY v.effective_on DESC LIMIT 1);
END
$$;

COMMENT ON FUNCTION reeve.term_in_force(text, text, timestamptz) IS
  'The version of terms of an app that is in force at a time; NULL before the first.';
