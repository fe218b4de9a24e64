CREATE OR REPLACE FUNCTION reeve.catalog_counts(manifest jsonb)
RETURNS TABLE(
  collection text, name text, path text, spec jsonb, columns text[], count_sql text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT e.key, n.key, format('/collections/%s/counts/%s', e.key, n.key), n.value, p.columns,
    CASE WHEN n.value ? 'sql' THEN format('(%s)::bigint', reeve.catalog_moment(n.value ->> 'sql'))
      WHEN p.columns IS NOT NULL THEN
        format('(SELECT count(*) FROM %s t WHERE (%s) = (%s) AND %s AND (%s))',
        reeve.catalog_table(manifest, n.value ->> 'of'),
        (SELECT string_agg(format('t.%I', c), ', ' ORDER BY place)
          FROM unnest(p.columns) WITH ORDINALITY u(c, place)),
        (SELECT string_agg('o.k' || place, ', ' ORDER BY place)
          FROM generate_subscripts(p.columns, 1) place),
        CASE WHEN (n.value ->> 'hidden')::boolean THEN 'TRUE'
          ELSE reeve.catalog_visible(manifest, n.value ->> 'of') END,
        coalesce(reeve.catalog_moment(n.value ->> 'where'), 'TRUE')) END
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL jsonb_each(e.value -> 'counts') n
  LEFT JOIN LATERAL (
    SELECT reeve.catalog_columns(b.body -> 'columns')
    FROM (SELECT manifest #> ARRAY['collections', n.value ->> 'of', 'parents', n.value ->> 'via'])
      b(body)
    WHERE b.body ->> 'collection' = e.key) p(columns) ON TRUE
$$;

COMMENT ON FUNCTION reeve.catalog_counts(jsonb) IS
  'The counts of a manifest: columns of the counted rows hold the key of the row that they are '
  'counted for (NULL for SQL, and if via is no parent that leads there); count_sql is an '
  'expression over that row t and its key o.';
