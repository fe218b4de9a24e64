CREATE OR REPLACE FUNCTION reeve.identifier_weight(
  kind text, accounts bigint, is_current boolean)
RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE kind WHEN 'email' THEN 0.95 WHEN 'phone' THEN 0.9 WHEN 'device' THEN 0.6 ELSE 0.5 END
  / (accounts - 1) * CASE WHEN is_current THEN 1 ELSE 0.5 END;

COMMENT ON FUNCTION reeve.identifier_weight(text, bigint, boolean) IS
  'How much an identifier that so many accounts share (2 and more) says for one person behind two '
  'of them, 0 to 1; half of it if one of the two has it no more.';
