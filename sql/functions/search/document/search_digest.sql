CREATE OR REPLACE FUNCTION reeve.search_digest() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'hash_record_extended(ROW(d.key, d.label, d.popularity, d.a, d.b, d.c, '
  'd.d, d.fields, d.is_shown), 1)';

COMMENT ON FUNCTION reeve.search_digest() IS
  'Expression over d, a row of reeve.search_extract: the digest of what its document is made from. '
  'Of a row that Reeve hides the last bit is the other one.';
