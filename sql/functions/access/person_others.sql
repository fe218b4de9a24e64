CREATE OR REPLACE FUNCTION reeve.person_others(
  logins text[], who text, since timestamptz DEFAULT NULL)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  own constant text[] := reeve.person_logins(who, since);
BEGIN
  RETURN ARRAY(
    SELECT u.login FROM unnest(logins) WITH ORDINALITY u(login, place)
    WHERE u.login <> ALL (own) ORDER BY u.place);
END
$$;

COMMENT ON FUNCTION reeve.person_others(text[], text, timestamptz) IS
  'Those of the logins that belong to another person than this one; since: as in person_logins.';
