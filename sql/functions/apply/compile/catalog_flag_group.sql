CREATE OR REPLACE FUNCTION reeve.catalog_flag_group(manifest jsonb, collection text, spec jsonb)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- First pairs of accounts that act on the same target within the given time of each other; then,
  -- for each account, the targets on which enough partners acted with it. Rows are joined by target
  -- and span of time, so that a crowd, which proves nothing, is dropped before it is paired.
  SELECT format($f$
    WITH action AS MATERIALIZED (
      SELECT %1$s AS account, %2$s AS target, (%3$s)::timestamptz AS at,
        floor(extract(epoch FROM (%3$s)::timestamptz) / %4$s)::bigint AS span
      FROM %5$s t
      WHERE %6$s AND (%7$s) AND %8$s AND (%3$s) IS NOT NULL
        -- Below an OR, a subquery would be compared with every row.
        AND (%9$s) IN (SELECT %9$s FROM %5$s t
            WHERE (%10$s) IN (SELECT %10$s FROM %5$s t WHERE %11$s)
          UNION ALL SELECT %9$s FROM %5$s t WHERE $1 IS NULL)),
    quiet AS MATERIALIZED (
      SELECT a.target, a.span FROM action a GROUP BY 1, 2 HAVING count(*) <= %12$s),
    own AS MATERIALIZED (
      SELECT a.* FROM action a JOIN quiet q USING (target, span)
      WHERE $1 IS NULL OR a.account IN (SELECT %1$s FROM %5$s t WHERE %11$s)),
    meeting AS MATERIALIZED (
      SELECT o.account, o.target, o.at, b.account AS partner
      FROM own o
      CROSS JOIN generate_series(-1, 1) d
      JOIN quiet q ON q.target = o.target AND q.span = o.span + d
      JOIN action b ON b.target = o.target AND b.span = o.span + d AND b.account <> o.account
      WHERE b.at BETWEEN o.at - interval %13$L AND o.at + interval %13$L),
    pair AS MATERIALIZED (
      SELECT m.account, m.partner FROM meeting m
      GROUP BY 1, 2 HAVING count(DISTINCT m.target) >= %14$s),
    shared AS (
      SELECT m.account, m.target, min(m.at) AS at
      FROM meeting m JOIN pair p USING (account, partner)
      GROUP BY 1, 2 HAVING count(DISTINCT m.partner) >= %15$s - 1)
    SELECT s.account, (
        SELECT string_agg(%16$L || ':' || p.partner, ', ' ORDER BY p.partner) FROM pair p
        WHERE p.account = s.account), count(*)::numeric, min(s.at), max(s.at), NULL::timestamptz
    FROM shared s GROUP BY s.account HAVING count(*) >= %14$s
    $f$, reeve.catalog_key(b.columns),
    reeve.catalog_key(o.columns) || CASE WHEN spec ? 'alike'
      THEN format(' || '' '' || coalesce((%s)::text, '''')', spec ->> 'alike') ELSE '' END,
    spec ->> 'at', extract(epoch FROM (spec ->> 'within')::interval),
    reeve.catalog_table(manifest, collection), reeve.catalog_visible(manifest, collection),
    coalesce(reeve.catalog_moment(spec ->> 'where'), 'TRUE'),
    (SELECT string_agg(format('t.%I IS NOT NULL', k), ' AND ')
      FROM unnest(b.columns || o.columns) k),
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(o.columns) k),
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(b.columns) k),
    reeve.catalog_keys('t', k.columns,
      reeve.catalog_types(reeve.catalog_table(manifest, collection)::regclass, k.columns)),
    coalesce((spec ->> 'crowd')::int, 25 * (spec ->> 'accounts')::int),
    (spec ->> 'within')::interval, (spec ->> 'targets')::int, (spec ->> 'accounts')::int,
    manifest #>> ARRAY['collections', collection, 'parents', spec ->> 'by', 'collection'])
  FROM (
    SELECT reeve.catalog_columns(
        manifest #> ARRAY['collections', collection, 'parents', spec ->> 'by', 'columns']))
      b(columns),
    (SELECT reeve.catalog_columns(
        manifest #> ARRAY['collections', collection, 'parents', spec ->> 'on', 'columns']))
      o(columns),
    (SELECT reeve.catalog_columns(manifest #> ARRAY['collections', collection, 'key'])) k(columns)
$$;

COMMENT ON FUNCTION reeve.catalog_flag_group(jsonb, text, jsonb) IS
  'Compiles a flag of kind group: from the accounts whose rows have the keys $1 (all if NULL), '
  'those that act with others on the same targets; name: with whom, value: on how many.';
