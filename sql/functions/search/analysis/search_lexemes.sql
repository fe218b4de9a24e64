CREATE OR REPLACE FUNCTION reeve.search_lexemes(lexeme text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT replace(m[1], '''''', '''') FROM regexp_matches(lexeme, '''((?:[^'']|'''')+)''', 'g') m
  WHERE starts_with(lexeme, '''')
  UNION ALL
  SELECT lexeme WHERE NOT starts_with(lexeme, '''')
$$;

COMMENT ON FUNCTION reeve.search_lexemes(text) IS
  'The words that a lexeme of reeve.search_terms consists of: itself, or those of a phrase.';
