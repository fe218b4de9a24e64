CREATE OR REPLACE FUNCTION reeve.search_value(search jsonb, ranges text[], field text)
RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN coalesce('i.n' || array_position(ranges, field), '(i.fields -> ' ||
    array_position(reeve.search_lexed(search, ranges), field) - 1 || ')', 'NULL::jsonb');
END
$$;

COMMENT ON FUNCTION reeve.search_value(jsonb, text[], text) IS
  'Expression over i, a document of a generation: a number (one of the ranges), or the value or '
  'values of another filter as they are written, in JSON; NULL for a '
  'field that is no filter of it.';
