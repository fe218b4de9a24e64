CREATE OR REPLACE FUNCTION reeve.search_levels(fields text[]) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Where the best field is a lower one, the classes of its words are lower too; a word outside the
-- marked fields is of class 13 at most, so lower marks than 14 tell nothing beside one.
RETURN CASE fields[1] WHEN 'a' THEN '{20,18,17,16,14}' WHEN 'b' THEN '{18,16,15,14}'
  WHEN 'c' THEN '{16,14}' ELSE '{13,11,10,9,7}' END::int[];

COMMENT ON FUNCTION reeve.search_levels(text[]) IS
  'The classes (reeve.search_class) that the index tells apart, of the fields that it marks, the '
  'highest first: a word of a class has the mark of each level up to it.';
