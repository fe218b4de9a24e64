CREATE OR REPLACE FUNCTION reeve.search_marks(search jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN jsonb_array_length(search -> 'a') > 0
    THEN CASE WHEN jsonb_array_length(search -> 'b') > 0 THEN '{a,b}' ELSE '{a}' END
  WHEN jsonb_array_length(search -> 'b') > 0 THEN '{b}'
  WHEN jsonb_array_length(search -> 'c') > 0 THEN '{c}'
  ELSE '{d}' END::text[];

COMMENT ON FUNCTION reeve.search_marks(jsonb) IS
  'The fields of a declaration whose words the index marks by class, the best first: a and b, or '
  'where there is neither the best there is. A word of a lower field reaches the class of a mark '
  'only by its third occurrence, and marking all of them takes most of the time of a build.';
