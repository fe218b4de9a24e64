CREATE OR REPLACE FUNCTION reeve.search_best_field(search jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN jsonb_array_length(search -> 'a') > 0 THEN 'a'
  WHEN jsonb_array_length(search -> 'b') > 0 THEN 'b'
  WHEN jsonb_array_length(search -> 'c') > 0 THEN 'c' ELSE 'd' END;

COMMENT ON FUNCTION reeve.search_best_field(jsonb) IS
  'The best weight that a declaration gives to a field.';
