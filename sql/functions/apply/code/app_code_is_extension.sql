CREATE OR REPLACE FUNCTION reeve.app_code_is_extension(class_id oid, id oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT
    FROM pg_depend e
    WHERE e.classid = class_id AND e.objid = id AND e.deptype = 'e')
  THEN
    RETURN FALSE;
  END IF;
  RETURN coalesce((
    SELECT r.rolsuper
    FROM pg_roles r
    WHERE r.oid = CASE class_id
      WHEN 'pg_proc'::regclass THEN (SELECT p.proowner FROM pg_proc p WHERE p.oid = id)
      WHEN 'pg_type'::regclass THEN (SELECT t.typowner FROM pg_type t WHERE t.oid = id)
      WHEN 'pg_class'::regclass THEN (SELECT c.relowner FROM pg_class c WHERE c.oid = id)
      WHEN 'pg_operator'::regclass THEN (SELECT o.oprowner FROM pg_operator o WHERE o.oid = id)
      WHEN 'pg_opclass'::regclass THEN (SELECT o.opcowner FROM pg_opclass o WHERE o.oid = id)
      WHEN 'pg_cast'::regclass THEN (
        SELECT coalesce(p.proowner, t.typowner)
        FROM pg_cast c
        JOIN pg_type t ON t.oid = c.castsource
        LEFT JOIN pg_proc p ON p.oid = c.castfunc
        WHERE c.oid = id) END), FALSE);
END
$$;

COMMENT ON FUNCTION reeve.app_code_is_extension(oid, oid) IS
  'Whether an object belongs to an extension and to a superuser. The owner of a trusted '
  'extension may add objects of their own to it; those do not count.';
