CREATE OR REPLACE FUNCTION reeve.remote_line(expressions text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('ARRAY[%s]::text', array_to_string(expressions, ', '))
$$;

COMMENT ON FUNCTION reeve.remote_line(text[]) IS
  'Expression giving the texts of a row as one text, that of an array: a table has room for 1,600 '
  'columns, and a page for few texts.';
