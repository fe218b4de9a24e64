CREATE OR REPLACE FUNCTION sotravel.person_require(
  provider text, provider_id text, email text, handle text) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM sotravel.argument_require('provider', provider IN ('email', 'telegram'),
      'email or telegram'),
    sotravel.text_require('provider_id', provider_id, 255),
    sotravel.argument_require('email', email IS NULL
        OR email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND char_length(email) <= 254,
      'an e-mail address of at most 254 characters, or NULL'),
    sotravel.argument_require('handle', handle IS NULL
        OR provider = 'telegram' AND char_length(handle) BETWEEN 1 AND 64,
      '1 to 64 characters with provider telegram, or NULL');
END
$body$;

COMMENT ON FUNCTION sotravel.person_require(text, text, text, text) IS
'Raises ST007 unless a sign-in account is one.';
