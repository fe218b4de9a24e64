CREATE OR REPLACE FUNCTION reeve.member_acts(needed text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.member_holds(needed)
    AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = session_user)
$$;

COMMENT ON FUNCTION reeve.member_acts(text) IS
  'Whether the login''s rank suffices and the login is not a superuser, who may not act.';
