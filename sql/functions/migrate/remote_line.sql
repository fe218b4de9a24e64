CREATE OR REPLACE FUNCTION reeve.remote_line(expressions text[], categories text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format(E'array_to_string(ARRAY[%s], E''\\t'')',
    string_agg(reeve.remote_text(e.expression, e.category), ', ' ORDER BY e.place))
  FROM unnest(expressions, categories) WITH ORDINALITY e(expression, category, place)
$$;

COMMENT ON FUNCTION reeve.remote_line(text[], text[]) IS
  'Expression giving texts as a line of COPY; categories as in reeve.remote_text.';
