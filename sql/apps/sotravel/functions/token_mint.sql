CREATE OR REPLACE FUNCTION sotravel.token_mint() RETURNS bytea LANGUAGE sql VOLATILE AS $body$
  SELECT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
$body$;

COMMENT ON FUNCTION sotravel.token_mint IS
'An unguessable token: 32 bytes with 244 random bits.';
