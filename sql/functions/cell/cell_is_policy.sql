-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_is_policy(part text, statements jsonb, keys text[])
RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  has_rights boolean := FALSE;
BEGIN
  -- A right is missed before the first row.
  EXECUTE part USING statements, 1, 0, keys;
  has_rights := TRUE;
  -- Without row security, PostgreSQL refuses a statement that a policy applies to.
  PERFORM set_config('row_security', 'off', TRUE);
  EXECUTE part USING statements, 1, 0, keys;
  -- No row was written, but a trigger may have been called for the statement.
  RAISE EXCEPTION 'no policy applies';
EXCEPTION
  WHEN insufficient_privilege THEN
    RETURN has_rights;
  WHEN OTHERS THEN
    RETURN FALSE;
END
$$;

COMMENT ON FUNCTION reeve.cell_is_policy(text, jsonb, text[]) IS
  'Inside a cell: whether a part, as in reeve.cell_halve, that ended with 42501 has all rights of '
  'its own, and writes or reads a table with row security: then a policy refused a row. Otherwise '
  'a right is missing, of the part or of a trigger.';

GRANT EXECUTE ON FUNCTION reeve.cell_is_policy(text, jsonb, text[]) TO reeve_access;
