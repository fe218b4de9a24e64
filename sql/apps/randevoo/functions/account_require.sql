CREATE OR REPLACE FUNCTION randevoo.account_require(provider text, country text) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM randevoo.require(provider IN ('google', 'facebook'), 'provider is google or facebook'),
    randevoo.require(country IS NULL OR country ~ '^[A-Z]{2}$',
      'country is two capital letters (ISO 3166), or NULL');
END
$body$;

COMMENT ON FUNCTION randevoo.account_require(text, text) IS
'Raises RN012 unless people sign in by this provider, and from what may be a country.';
