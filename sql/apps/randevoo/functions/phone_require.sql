CREATE OR REPLACE FUNCTION randevoo.phone_require(phone text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $body$
  SELECT randevoo.require(phone ~ '^[+][0-9]{6,15}$',
    'phone is + and 6 to 15 digits, with the country''s code')
$body$;

COMMENT ON FUNCTION randevoo.phone_require(text) IS
'Raises RN012 unless a telephone number has the form of ITU-T E.164.';
