CREATE OR REPLACE FUNCTION buckit.legacy_sign_ins()
RETURNS TABLE(user_id bigint, place bigint, name text, provider text, provider_id text)
LANGUAGE sql STABLE AS $body$
  SELECT u.id, p.place, p.value ->> 'provider', k.provider, nullif(p.value ->> 'uid', '')
  FROM buckit.legacy_accounts a
    JOIN buckit.users u ON u.legacy_id = a.uid AND u.username <> 'erased-' || u.id
    CROSS JOIN LATERAL jsonb_array_elements(a.providers) WITH ORDINALITY p(value, place)
    LEFT JOIN (VALUES ('password', 'email'), ('google.com', 'google'), ('facebook.com', 'facebook'))
      k(name, provider) ON k.name = p.value ->> 'provider'
$body$;

COMMENT ON FUNCTION buckit.legacy_sign_ins() IS
'How the people of legacy_accounts signed in, by the name there and here (NULL: not offered), in the
order of the export (place, from 1).';
