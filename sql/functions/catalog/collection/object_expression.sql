CREATE OR REPLACE FUNCTION reeve.object_expression(pairs text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(reeve.call_expression('jsonb_build_object', pairs, ' || '), '''{}''::jsonb')
$$;

COMMENT ON FUNCTION reeve.object_expression(text[]) IS
  'Expression that builds a jsonb object of any number of members; each pair is written '
  '''name'', value. Without pairs an empty object.';
