CREATE OR REPLACE FUNCTION reeve.catalog_check_guesses(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT g.path, 'guessed', format(
    '%s of %s is a guess, so nothing acts by it: if %s does refer to %s, set guessed: false there',
    g.parent, g.collection, array_to_string(g.columns, ', '), g.target)
  FROM reeve.catalog_guesses(manifest) g WHERE g.is_guessed
$$;

COMMENT ON FUNCTION reeve.catalog_check_guesses(jsonb) IS
  'Findings about effects, erasures, guards, notices and flags that act by a guessed parent.';
