CREATE OR REPLACE FUNCTION reeve.import_targets(mapping jsonb)
RETURNS TABLE(child int, path text, target jsonb)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  RETURN QUERY
  SELECT 0, '', mapping
  UNION ALL
  SELECT c.place::int, '/children/' || (c.place - 1), c.value || jsonb_build_object('child',
    c.place,
    'app', mapping -> 'app', 'format', mapping -> 'format', 'parent', mapping - 'children')
  FROM jsonb_array_elements(mapping -> 'children') WITH ORDINALITY c(value, place);
END
$$;

COMMENT ON FUNCTION reeve.import_targets(jsonb) IS
  'The tables that a mapping writes: its own as child 0, and each child as a mapping of its own, '
  'with its parent inside; path is its location, as a JSON pointer.';
