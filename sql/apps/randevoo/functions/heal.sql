CREATE OR REPLACE FUNCTION randevoo.heal() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.heal_sign_ins();
  RETURN QUERY SELECT * FROM randevoo.heal_accounts();
  RETURN QUERY SELECT * FROM randevoo.heal_stores();
  RETURN QUERY SELECT * FROM randevoo.heal_bags();
  RETURN QUERY SELECT * FROM randevoo.heal_told();
  RETURN QUERY SELECT * FROM randevoo.heal_objects();
END
$body$;

COMMENT ON FUNCTION randevoo.heal() IS
'After an import: makes sign-ins of accounts, gives stores their hours and policies and people their
bags; what it found is returned, a line each. What it has done it does not do again.';
