CREATE OR REPLACE FUNCTION buckit.heal() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  -- A photo ended the sign-up. Where no accounts come, heal_usernames() activates with its update.
  UPDATE buckit.users u SET activated_at = u.created_at
  WHERE u.activated_at IS NULL AND u.photo_url <> ''
    AND EXISTS (SELECT FROM buckit.legacy_accounts);
  RETURN QUERY SELECT * FROM buckit.heal_accounts();
  RETURN QUERY SELECT * FROM buckit.heal_usernames();
  PERFORM buckit.heal_done();
  RETURN QUERY SELECT * FROM buckit.heal_told();
END
$body$;

COMMENT ON FUNCTION buckit.heal() IS
'After an import: makes sign-ins of accounts, gives people the usernames that they had, marks what
they had completed; what it found is returned, a line each. What it has done it does not do again.';
