CREATE OR REPLACE FUNCTION reeve.search_fold(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- No SET: it would keep the function from being inlined (3 times slower), and a body in RETURN form
-- is bound when it is made, whatever the search path. ASCII has no accents, and of its signs only
-- these are not blanks to the parser of texts already.
RETURN CASE
  WHEN octet_length(input) = char_length(input) AND strpos(input, '"') = 0
    THEN translate(lower(input), '-./@_&+:%~#?=<>', repeat(' ', 15))
  ELSE reeve.script_fold(coalesce(input, '')) END;

COMMENT ON FUNCTION reeve.search_fold(text) IS
  'Text as documents and queries hold it: lower case without accents, and no sign that would make '
  'a word of several.';

GRANT EXECUTE ON FUNCTION reeve.search_fold(text) TO reeve_access;
