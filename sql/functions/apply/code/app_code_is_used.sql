CREATE OR REPLACE FUNCTION reeve.app_code_is_used(constraint_id oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  x record;
BEGIN
  FOR x IN
    SELECT d.refclassid AS class_id, d.refobjid AS id
    FROM pg_depend d
    WHERE d.classid = 'pg_constraint'::regclass AND d.objid = constraint_id
      AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass,
        'pg_opclass'::regclass)
    UNION ALL
    -- The index of an exclusion constraint, whose expressions are computed again at COMMIT.
    SELECT d.refclassid, d.refobjid
    FROM pg_constraint c
    JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.conindid
      AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass,
        'pg_opclass'::regclass)
    WHERE c.oid = constraint_id AND c.contype IN ('x', 'u', 'p')
    UNION ALL
    -- A foreign key compares through implicit casts, on which it does not depend.
    SELECT 'pg_proc'::regclass, t.castfunc
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      AND a.atttypid >= 16384
    JOIN pg_cast t ON t.castsource = a.atttypid AND t.castcontext = 'i' AND t.castfunc >= 16384
    WHERE c.oid = constraint_id AND c.contype = 'f'
  LOOP
    IF NOT reeve.app_code_is_extension(x.class_id, x.id) THEN
      RETURN TRUE;
    END IF;
  END LOOP;
  RETURN FALSE;
END
$$;

COMMENT ON FUNCTION reeve.app_code_is_used(oid) IS
  'Whether a constraint, or its index, computes anything of the app''s own: a function, an '
  'operator, a type or a cast that comes from neither PostgreSQL nor an extension.';
