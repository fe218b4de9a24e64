CREATE OR REPLACE FUNCTION randevoo.token_mint() RETURNS bytea
LANGUAGE sql VOLATILE AS $body$
  SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
$body$;

COMMENT ON FUNCTION randevoo.token_mint() IS
'An unguessable token: 32 bytes out of 244 bits of the server''s strong random source.';
