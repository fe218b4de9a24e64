CREATE OR REPLACE FUNCTION randevoo.phone_require(phone text) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  IF (phone ~ '^[+][0-9]{6,15}$') IS NOT TRUE THEN
    RAISE EXCEPTION 'a telephone number is + and digits, with the country''s code'
      USING ERRCODE = 'RN012';
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.phone_require(text) IS
'Raises RN012 unless a telephone number has the form of ITU-T E.164.';
