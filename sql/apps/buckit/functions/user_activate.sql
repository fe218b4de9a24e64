CREATE OR REPLACE FUNCTION buckit.user_activate(actor bigint, photo_url text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.text_require('photo_url', photo_url, 2000);
  UPDATE buckit.users SET photo_url = user_activate.photo_url, activated_at = at
  WHERE id = actor AND activated_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the account of user % is activated', actor USING ERRCODE = 'BK006';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.user_activate IS
'A photo, 1 to 2,000 characters, ends the sign-up: from then on the account may post, vote and
comment (BK004 before). BK006 if it has ended before.';

GRANT EXECUTE ON FUNCTION buckit.user_activate TO buckit_app;
