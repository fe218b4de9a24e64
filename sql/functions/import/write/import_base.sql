CREATE OR REPLACE FUNCTION reeve.import_base(type oid, modifier int)
RETURNS TABLE(base oid, base_modifier int, is_built_in boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  base := type;
  base_modifier := modifier;
  WHILE (SELECT t.typtype = 'd' FROM pg_type t WHERE t.oid = base) LOOP
    SELECT t.typbasetype, t.typtypmod INTO base, base_modifier FROM pg_type t WHERE t.oid = base;
  END LOOP;
  is_built_in := (SELECT t.typnamespace = 'pg_catalog'::regnamespace
    FROM pg_type t WHERE t.oid = base);
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.import_base(oid, int) IS
  'The type, and its modifier, that a domain is made from in the end; another type itself. '
  'is_built_in: whether its casts and operators are PostgreSQL''s own. NULL: is_built_in, where '
  'there is no such type.';
