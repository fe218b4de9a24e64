CREATE OR REPLACE FUNCTION reeve.app_code_calls() RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  stack pg_catalog.text;
BEGIN
  GET DIAGNOSTICS stack = PG_CONTEXT;
  RETURN reeve.app_code_stands(stack);
END
$$;

COMMENT ON FUNCTION reeve.app_code_calls() IS
  'Whether the call comes from within a cell or a read of an app reader, where only code of an '
  'app makes calls: the session is then somebody else''s. A definer function there has the '
  'rights of its owner, who may be a member.';
