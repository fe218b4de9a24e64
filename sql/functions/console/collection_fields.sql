CREATE OR REPLACE FUNCTION reeve.collection_fields(app text, collection text)
RETURNS TABLE(field text, type text, is_indexed boolean, problem text, choices text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(collection_fields.app, collection_fields.collection);
  RETURN QUERY
    SELECT s.name, coalesce(format_type(y.oid, NULL), 'text'),
      EXISTS (
        SELECT FROM pg_index i
        WHERE i.indrelid = c.relation AND i.indkey[0] = a.attnum AND i.indisvalid),
      CASE WHEN a.attname IS NULL THEN
          format('%s is %s', s.name, reeve.column_gone(s.name, g.new_name))
        WHEN s.name = ANY (c.personal_columns) THEN
          format('%s is personal: only a search that gives a reason may use it', s.name)
        WHEN y.typcategory IN ('A', 'C', 'P', 'G') OR y.typname IN ('json', 'jsonb', 'xml') THEN
          format('%s is %s, which has no order to filter or sort by', s.name,
            format_type(y.oid, NULL)) END,
      coalesce((
          SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder)
          FROM pg_enum e WHERE e.enumtypid = y.oid),
        CASE WHEN y.oid = 'boolean'::regtype THEN '{true,false}'::text[] END, (
          SELECT array_agg(DISTINCT w.state)
          FROM reeve.app p
          CROSS JOIN LATERAL (
            SELECT p.manifest #> ARRAY['collections', c.name, 'states']) m(states)
          CROSS JOIN LATERAL jsonb_each(m.states -> 'transitions') t(state, next)
          CROSS JOIN LATERAL (
            SELECT t.state UNION SELECT jsonb_array_elements_text(t.next)) w(state)
          WHERE p.app = c.app AND m.states ->> 'column' = s.name))
    FROM unnest(c.show_columns) WITH ORDINALITY s(name, place)
    LEFT JOIN reeve.collection_gone(c) g ON g.name = s.name
    LEFT JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = s.name
    LEFT JOIN pg_type d ON d.oid = a.atttypid
    LEFT JOIN pg_type y ON y.oid = coalesce(nullif(d.typbasetype, 0), d.oid)
    ORDER BY s.place;
END
$$;

COMMENT ON FUNCTION reeve.collection_fields(text, text) IS
  'The shown fields of a collection: SQL type (of a domain what it is made from), whether an index '
  'begins with the column, why lists cannot be filtered or sorted by it, and its possible values '
  'if they are few. NULL: problem, choices.';

GRANT EXECUTE ON FUNCTION reeve.collection_fields(text, text) TO reeve_viewer;
