CREATE OR REPLACE FUNCTION reeve.search_lexeme(lexeme text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''';

COMMENT ON FUNCTION reeve.search_lexeme(text) IS 'A lexeme as the text of a tsquery names it.';
