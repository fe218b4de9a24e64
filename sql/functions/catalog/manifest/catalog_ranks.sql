CREATE OR REPLACE FUNCTION reeve.catalog_ranks(manifest jsonb)
RETURNS TABLE(
  collection text, path text, spec jsonb, columns text[], score_sql text, listed_sql text,
  weight_sql text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT e.key, format('/collections/%s/rank', e.key), r.spec, p.columns,
    CASE WHEN p.columns IS NOT NULL THEN
      -- The exponent is kept where exp() neither overflows nor raises an underflow.
      format('SELECT %s, sum((%s)::float8 * exp(greatest(-700, least(700, extract(epoch FROM '
        'least((%s)::timestamptz, statement_timestamp()) - $2)::float8 * ln(2::float8) / %s)))) '
        'FROM %s t WHERE %s AND %s AND (%s) AND (%2$s) IS NOT NULL '
        'AND (%3$s) IS NOT NULL AND %9$s GROUP BY 1',
        reeve.catalog_key(p.columns), r.spec ->> 'points', r.spec ->> 'at',
        extract(epoch FROM (r.spec ->> 'half_life')::interval),
        reeve.catalog_table(manifest, r.spec ->> 'of'),
        reeve.catalog_keys_or_all(reeve.catalog_table(manifest, r.spec ->> 'of'), p.columns,
          reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, r.spec ->> 'of')),
            p.columns)),
        reeve.catalog_visible(manifest, r.spec ->> 'of'),
        coalesce(reeve.catalog_moment(r.spec ->> 'where'), 'TRUE'),
        (SELECT string_agg(format('t.%I IS NOT NULL', k), ' AND ')
          FROM unnest(p.columns) k)) END,
    format('%s AND (%s)', reeve.catalog_visible(manifest, e.key),
      coalesce(reeve.catalog_moment(r.spec ->> 'listed'), 'TRUE')),
    CASE WHEN r.spec ? 'by' THEN format('(%s)::float8', regexp_replace(reeve.catalog_moment(
      r.spec #>> '{by,weight}'), E'\\$by\\y', format('$6::%s', coalesce(b.type, 'text')), 'g')) END
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL (SELECT e.value -> 'rank' WHERE e.value ? 'rank') r(spec)
  LEFT JOIN LATERAL (
    SELECT reeve.catalog_columns(b.body -> 'columns')
    FROM (SELECT manifest #> ARRAY['collections', r.spec ->> 'of', 'parents', r.spec ->> 'via'])
      b(body)
    WHERE b.body ->> 'collection' = e.key) p(columns) ON TRUE
  LEFT JOIN LATERAL (
    SELECT (reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, n.key)),
      reeve.catalog_columns(n.value -> 'key')))[1]
    FROM jsonb_each(manifest -> 'collections') n
    WHERE n.key = r.spec #>> '{by,collection}') b(type) ON TRUE
$$;

COMMENT ON FUNCTION reeve.catalog_ranks(jsonb) IS
  'The ranks of a manifest: columns of the rows that give points hold the key of the ranked row '
  '(NULL if via is no parent that leads there). score_sql gives the scores of the rows with the '
  'keys $1, all if NULL, at the landmark $2; listed_sql is a condition over t as of now; '
  'weight_sql is an expression over t and $6, the key of the subject that it is weighted for.';
