CREATE OR REPLACE FUNCTION buckit.user_photo(actor bigint, photo_url text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  IF (photo_url <> '') IS NOT TRUE THEN
    RAISE EXCEPTION 'an activated account has a photo' USING ERRCODE = 'BK007';
  END IF;
  UPDATE buckit.users SET photo_url = user_photo.photo_url WHERE id = actor;
END
$body$;

COMMENT ON FUNCTION buckit.user_photo IS
'Changes the photo of an activated account, which cannot be without one.';

GRANT EXECUTE ON FUNCTION buckit.user_photo TO buckit_app;
