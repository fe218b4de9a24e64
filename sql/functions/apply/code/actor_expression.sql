CREATE OR REPLACE FUNCTION reeve.actor_expression(prefix text, columns text[], types text[])
RETURNS text
LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- As the text that the column's type itself writes: a cast of the app's would have Reeve's
  -- rights.
  SELECT string_agg(format(
    'CASE WHEN %1$s%2$I IS NOT NULL THEN pg_catalog.format(''%%s'', %1$s%2$I)::%3$s END', prefix,
    k.name, k.type), ', ' ORDER BY k.place)
  FROM unnest(columns, types) WITH ORDINALITY k(name, type, place)
$$;

COMMENT ON FUNCTION reeve.actor_expression(text, text[], text[]) IS
  'Expressions, a comma between them, that give the key of who writes a row, for a guard. prefix: '
  'of the columns, as t.; columns: those that name the writer; types: those of the key. NULL: '
  'if columns is.';
