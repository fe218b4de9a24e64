CREATE OR REPLACE FUNCTION reeve.person_name(who text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (reeve.person_logins(who))[1];
END
$$;

COMMENT ON FUNCTION reeve.person_name(text) IS
  'One name for a person with several logins: the first of them.';
