CREATE OR REPLACE FUNCTION reeve.reader_branches(app text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- The statements hold names of columns and of the app's functions and constants, and nothing
  -- that somebody wrote as SQL.
  RETURN coalesce('CASE $2' || (
    SELECT string_agg(format(E'\n      WHEN %L THEN RETURN QUERY %s;', s.name, CASE
        WHEN s.is_kept THEN s.statement ELSE format('EXECUTE %L USING $1', s.statement) END), ''
      ORDER BY s.name)
    FROM reeve.reader_statement s WHERE s.app = reader_branches.app)
    || E'\n    END CASE;', 'RAISE case_not_found;');
END
$$;

COMMENT ON FUNCTION reeve.reader_branches(text) IS
  'The statement of PL/pgSQL that returns the rows with the keys $1 by the statement of an app '
  'that is named $2 (reeve.reader_statement): ''evidence 5'', ''files 5'', ''made 5'' and '
  '''parents 5'' of a collection, ''objects photos'' of a bucket, whose keys are the objects. '
  'case_not_found for others.';
