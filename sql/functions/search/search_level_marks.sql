CREATE OR REPLACE FUNCTION reeve.search_level_marks(field "char", class int) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- The levels of search_levels, as constants: a loop over them takes longer than all else about a
-- word. No word has the characters 1 and 2.
RETURN CASE field
  WHEN 'a' THEN left(E'\x0e\x01\x02\x10\x01\x02\x11\x01\x02\x12\x01\x02\x14\x01\x02',
    3 * width_bucket(class, '{14,16,17,18,20}'::int[]))
  WHEN 'b' THEN left(E'\x0e\x01\x02\x0f\x01\x02\x10\x01\x02\x12\x01\x02',
    3 * width_bucket(class, '{14,15,16,18}'::int[]))
  WHEN 'c' THEN left(E'\x0e\x01\x02\x10\x01\x02', 3 * width_bucket(class, '{14,16}'::int[]))
  ELSE left(E'\x07\x01\x02\x09\x01\x02\x0a\x01\x02\x0b\x01\x02\x0d\x01\x02',
    3 * width_bucket(class, '{7,9,10,11,13}'::int[])) END;

COMMENT ON FUNCTION reeve.search_level_marks("char", int) IS
  'The marks of a word of a class where a field is the best: for each level that the class '
  'reaches its character, character 1, which stands for the word, and character 2, the end.';
