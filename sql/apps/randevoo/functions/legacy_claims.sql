CREATE OR REPLACE FUNCTION randevoo.legacy_claims()
RETURNS TABLE(user_id bigint, name text, provider text, provider_id text)
LANGUAGE sql STABLE AS $body$
  SELECT a.user_id, p.value ->> 'provider', k.provider,
    CASE WHEN char_length(p.value ->> 'uid') BETWEEN 1 AND 255 THEN p.value ->> 'uid' END
  FROM randevoo.legacy_accounts a
    CROSS JOIN LATERAL jsonb_array_elements(a.providers) p(value)
    LEFT JOIN (VALUES ('google.com', 'google'), ('facebook.com', 'facebook'))
      k(name, provider) ON k.name = p.value ->> 'provider'
  WHERE a.user_id IS NOT NULL AND jsonb_typeof(p.value) = 'object'
$body$;

COMMENT ON FUNCTION randevoo.legacy_claims() IS
'The sign-ins that the people of legacy_accounts had, by the provider''s name there and here (NULL:
not offered).';
