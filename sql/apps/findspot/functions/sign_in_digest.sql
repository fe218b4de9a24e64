CREATE OR REPLACE FUNCTION findspot.sign_in_digest(words text) RETURNS bytea
LANGUAGE sql VOLATILE STRICT AS $body$
  INSERT INTO findspot.sign_in_key DEFAULT VALUES ON CONFLICT DO NOTHING;
  SELECT sha256(k.key || sha256(k.key || convert_to(words, 'UTF8'))) FROM findspot.sign_in_key k
$body$;

COMMENT ON FUNCTION findspot.sign_in_digest(text) IS
'A digest that tells whether two texts are equal, and nothing more without the key.';
