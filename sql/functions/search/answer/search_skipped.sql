CREATE OR REPLACE FUNCTION reeve.search_skipped(
  generations int[], conditions text[], skip text)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  bytes bytea := decode(skip, 'base64');
  marks bigint[];
BEGIN
  marks := ARRAY(
    SELECT ('x' || encode(substr(bytes, n, 5), 'hex'))::bit(40)::bigint
    FROM generate_series(1, length(bytes), 5) n);
  RETURN ARRAY(
    -- As a CASE, or the planner takes it that each mark leaves out more rows, and so all of them.
    SELECT CASE WHEN marks = '{}' THEN u.condition ELSE format(
      '(%s) AND CASE WHEN reeve.search_row_mark(i.key, %s) <> ALL (%L::bigint[]) THEN TRUE END',
      u.condition, g.collection_id, marks) END
    FROM unnest(generations, conditions) WITH ORDINALITY u(generation_id, condition, place)
    JOIN reeve.search_generation g USING (generation_id)
    ORDER BY u.place);
END
$$;

COMMENT ON FUNCTION reeve.search_skipped(int[], text[], text) IS
  'Conditions over i, a document, of generations, that besides leave out the rows of earlier '
  'pages: skip holds the marks of those (reeve.search_row_mark), five bytes each, in base64.';
