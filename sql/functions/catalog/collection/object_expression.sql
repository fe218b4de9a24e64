CREATE OR REPLACE FUNCTION reeve.object_expression(pairs text[]) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN coalesce(reeve.call_expression('jsonb_build_object', pairs, ' || '), '''{}''::jsonb');
END
$$;

COMMENT ON FUNCTION reeve.object_expression(text[]) IS
  'Expression that builds a jsonb object of any number of members; each pair is written '
  '''name'', value. Without pairs an empty object.';
