CREATE OR REPLACE FUNCTION reeve.type_clean() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- The row types of temporary tables, and their arrays, are the session's own.
  IF pg_my_temp_schema() <> 0 AND EXISTS (
    SELECT FROM pg_type t
    WHERE t.typnamespace = pg_my_temp_schema() AND t.typtype NOT IN ('b', 'c'))
  THEN
    RAISE EXCEPTION 'code of the app left a type that belongs to this session'
      USING ERRCODE = 'RV006', HINT = 'Look for a hostile function in the app.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.type_clean() IS
  'After a cell: raises RV006 if there is a temporary type. PostgreSQL lets code in a '
  'security-restricted operation create one, and looks for types there first: a domain of the '
  'app named jsonb would run its constraint as the next user who writes ::jsonb.';
