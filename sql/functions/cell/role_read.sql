CREATE OR REPLACE FUNCTION reeve.role_read(role_name text, statement text) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  tried record;
BEGIN
  SELECT * INTO tried FROM reeve.role_tries(role_name, ARRAY[statement]);
  IF tried.problem IS NOT NULL THEN
    RAISE EXCEPTION USING MESSAGE = tried.problem, ERRCODE = tried.state;
  END IF;
  RETURN tried.answer;
END
$$;

COMMENT ON FUNCTION reeve.role_read(text, text) IS
  'Runs one statement as reeve.role_tries does and returns its json value; raises its error.';
