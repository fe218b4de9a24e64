CREATE OR REPLACE FUNCTION reeve.role_clean(locks bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF reeve.role_locks() <> locks THEN
    PERFORM pg_advisory_unlock_all();
  END IF;
  PERFORM reeve.type_clean();
END
$$;

COMMENT ON FUNCTION reeve.role_clean(bigint) IS
  'After statements as an app''s role: releases the session''s advisory locks if their number '
  '(reeve.role_locks) has changed, and raises RV006 if a temporary type was left.';
