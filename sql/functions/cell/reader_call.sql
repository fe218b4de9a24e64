CREATE OR REPLACE FUNCTION reeve.reader_call(
  app text, columns text, given text[] DEFAULT ARRAY['keys'])
RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  passed text := '';
BEGIN
  FOR i IN 1 .. cardinality(given) LOOP
    passed := passed || format(', %s => $%s', given[i], i + 1);
  END LOOP;
  RETURN format('SELECT * FROM reeve_cell.%I(statement => $1%s) AS (%s)',
    reeve.app_role('reader', app), passed, columns);
END
$$;

COMMENT ON FUNCTION reeve.reader_call(text, text, text[]) IS
  'A statement that reads as the app reader of an app: $1 is what it reads by, followed by the '
  'parameters given (keys, at, until, grace, max_rows, words, vals, expect), which are $1 to $8 '
  'inside; columns: those that it returns.';
