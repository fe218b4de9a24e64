CREATE OR REPLACE FUNCTION reeve.search_fields(coll reeve.collection) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce('jsonb_strip_nulls' || reeve.call_expression('jsonb_build_object',
      array_agg(format('%L, %s', f.name, f.value) ORDER BY f.name), ' || '), 'NULL::jsonb')
    FROM (
      -- Numbers and times as numbers, all else as folded text; facets show it as it is, too.
      SELECT d.name,
        format('(SELECT jsonb_agg(%s) FROM unnest(%s) v(v) WHERE v IS NOT NULL)',
          CASE WHEN y.kind IN ('D', 'T') THEN 'extract(epoch FROM v)' WHEN y.kind = 'N' THEN 'v'
            ELSE 'left(reeve.text_fold(v::text), 200)' END, y.source) AS value
      FROM unnest(reeve.search_filters(coll.search)) d(name)
      CROSS JOIN LATERAL reeve.search_source(coll.relation, d.name) y
      UNION ALL
      SELECT '=' || d.name,
        format('(SELECT jsonb_agg(left(v::text, 200)) FROM unnest(%s) v(v) WHERE v IS NOT NULL)',
          y.source)
      FROM unnest(reeve.catalog_columns(coll.search -> 'facets')) d(name)
      CROSS JOIN LATERAL reeve.search_source(coll.relation, d.name) y
      WHERE y.kind NOT IN ('D', 'T', 'N')
      UNION ALL
      SELECT '@', format('reeve.search_language(t.%I::text)', coll.search #>> '{language,column}')
      WHERE coll.search #>> '{language,column}' IS NOT NULL) f);
END
$$;

COMMENT ON FUNCTION reeve.search_fields(reeve.collection) IS
  'Expression over t: the values of a document''s filters, {field: [values]}; values of facets as '
  'they are written under =field, under @ its language.';
