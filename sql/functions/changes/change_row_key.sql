CREATE OR REPLACE FUNCTION reeve.change_row_key(alias text, columns text[], types text[])
RETURNS text
LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('CASE WHEN %s THEN %s END',
    string_agg(format('%s.%I IS NOT NULL', alias, c), ' AND '),
    reeve.key_expression(alias, columns, types))
  FROM unnest(columns) c
$$;

COMMENT ON FUNCTION reeve.change_row_key(text, text[], text[]) IS
  'Expression giving the key of a row, as reeve.key_expression does, or NULL where a column of the '
  'key is. NULL: if columns is.';
