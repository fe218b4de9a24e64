CREATE OR REPLACE FUNCTION buckit.user_photo(actor bigint, photo_url text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.text_require('photo_url', photo_url, 2000);
  UPDATE buckit.users SET photo_url = user_photo.photo_url WHERE id = actor;
END
$body$;

COMMENT ON FUNCTION buckit.user_photo IS
'Changes the photo of an activated account, which cannot be without one: 1 to 2,000 characters.';

GRANT EXECUTE ON FUNCTION buckit.user_photo TO buckit_app;
