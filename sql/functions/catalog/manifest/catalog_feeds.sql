CREATE OR REPLACE FUNCTION reeve.catalog_feeds(manifest jsonb)
RETURNS TABLE(
  collection text, path text, spec jsonb, to_sql text, gone_sql text, shown_sql text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT e.key, format('/collections/%s/feed', e.key), e.value -> 'feed',
    coalesce(b.to_sql, 'TRUE'),
    coalesce(b.gone_sql, CASE WHEN b.to_sql IS NULL THEN 'TRUE' ELSE '$6 IS NOT NULL' END),
    format('%s AND (%s)', reeve.catalog_visible(manifest, e.key),
      coalesce(reeve.catalog_moment(e.value #>> '{feed,where}'), 'TRUE'))
  FROM jsonb_each(manifest -> 'collections') e
  LEFT JOIN LATERAL (
    SELECT (reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, n.key)),
      reeve.catalog_columns(n.value -> 'key')))[1]
    FROM jsonb_each(manifest -> 'collections') n
    WHERE n.key = manifest #>> '{feed,who}') w(type) ON TRUE
  CROSS JOIN LATERAL (
    SELECT max(x.sql) FILTER (WHERE x.key = 'to'), max(x.sql) FILTER (WHERE x.key = 'gone')
    FROM (
      SELECT f.key, regexp_replace(regexp_replace(reeve.catalog_moment(f.value), E'\\$who\\y',
        format('$6::%s', coalesce(w.type, 'text')), 'g'), E'\\$key\\y', 'reeve_key.key', 'g')
      FROM jsonb_each_text(e.value -> 'feed') f WHERE f.key IN ('to', 'gone')) x(key, sql)
    ) b(to_sql, gone_sql)
  WHERE e.value ? 'feed'
$$;

COMMENT ON FUNCTION reeve.catalog_feeds(jsonb) IS
  'The collections of a manifest''s feed, with conditions: to_sql over the row t and the person '
  '$6: who learns of it; gone_sql over reeve_key.key and $6: who learns that a row was deleted; '
  'shown_sql over t: the row is there for clients.';
