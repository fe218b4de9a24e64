CREATE OR REPLACE FUNCTION reeve.search_fields(coll reeve.collection) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce(reeve.call_expression('jsonb_build_object',
      array_agg(format('%L, %s', f.name, f.value) ORDER BY f.name), ' || '), 'NULL::jsonb')
    FROM (
      -- Numbers and times as numbers, all else as text.
      SELECT d.name, CASE WHEN y.is_array
        THEN format('(SELECT jsonb_agg(%s) FROM unnest(t.%I) v(v) WHERE v IS NOT NULL)', e.value,
          d.name)
        ELSE e.value END AS value
      FROM unnest(reeve.search_filters(coll.search)) d(name)
      CROSS JOIN LATERAL reeve.search_source(coll.relation, d.name) y
      CROSS JOIN LATERAL (
        SELECT format(CASE WHEN y.kind IN ('D', 'T') THEN 'extract(epoch FROM %s)'
          WHEN y.kind = 'N' THEN '%s' ELSE 'left(%s::text, 200)' END,
          CASE WHEN y.is_array THEN 'v' ELSE format('t.%I', d.name) END) AS value) e
      UNION ALL
      SELECT '@', format('reeve.search_language(t.%I::text)', coll.search #>> '{language,column}')
      WHERE coll.search #>> '{language,column}' IS NOT NULL) f);
END
$$;

COMMENT ON FUNCTION reeve.search_fields(reeve.collection) IS
  'Expression over t: the values of a document''s filters, {field: value} or, of an array, '
  '{field: [values]}, and under @ its language.';
