CREATE OR REPLACE FUNCTION reeve.search_lexed(search jsonb, ranges text[]) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY(
    SELECT f.name FROM unnest(reeve.search_filters(search)) WITH ORDINALITY f(name, place)
    WHERE f.name <> ALL (ranges) ORDER BY f.place);
END
$$;

COMMENT ON FUNCTION reeve.search_lexed(jsonb, text[]) IS
  'The filters of a generation (search: its declaration) whose values are lexemes of its documents '
  'and, in this order, items of fields: all but the ranges, which are columns.';
