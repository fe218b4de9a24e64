CREATE OR REPLACE FUNCTION reeve.catalog_files(manifest jsonb)
RETURNS TABLE(
  path text, collection text, bucket text, is_personal boolean, key text, source text,
  narrowed text, owner text, owner_key text, owner_keys text, owner_visible text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH entry AS (
    SELECT format('/collections/%s/files/%s', c.key, f.place - 1) AS path, c.key AS collection,
      f.spec, reeve.catalog_columns(c.value -> 'key') AS keys,
      to_regclass(reeve.catalog_table(manifest, c.key)) AS relation,
      coalesce(f.spec ->> 'column', f.spec ->> 'array') AS held,
      CASE WHEN f.spec ? 'table' THEN reeve.catalog_near(manifest, c.key, f.spec) END AS near,
      CASE WHEN f.spec ? 'table' THEN 'd' ELSE 't' END AS alias
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(c.value -> 'files') WITH ORDINALITY f(spec, place))
  SELECT e.path, e.collection, e.spec ->> 'bucket',
    EXISTS (
      SELECT FROM unnest(reeve.catalog_columns(CASE WHEN e.near IS NULL
        THEN manifest #> ARRAY['collections', e.collection, 'personal'] END)) p
      WHERE p = e.held
      UNION ALL
      SELECT FROM jsonb_each(manifest #> ARRAY['collections', e.collection, 'details']) d
      WHERE reeve.catalog_near(manifest, e.collection, d.value) = e.near
        AND e.held = ANY (reeve.catalog_columns(d.value -> 'personal'))),
    reeve.catalog_key(e.keys),
    format('%s t%s CROSS JOIN LATERAL (%s) v CROSS JOIN LATERAL (SELECT %s AS object) o',
      reeve.catalog_table(manifest, e.collection),
      CASE WHEN e.near IS NOT NULL THEN (
        SELECT format(' JOIN %s d ON %s', e.near, string_agg(format('d.%I = t.%I', k.there, k.here),
          ' AND '))
        FROM unnest(reeve.catalog_columns(e.spec -> 'of'), e.keys) k(there, here)) END,
      CASE
        WHEN e.spec ? 'array' THEN
          format('SELECT a::text AS value FROM unnest(%s.%I) a', e.alias, e.held)
        WHEN e.spec ? 'path' THEN format('SELECT j #>> ''{}'' AS value FROM jsonb_path_query('
          '%s.%I::jsonb, %L, silent => TRUE) j', e.alias, e.held, e.spec ->> 'path')
        ELSE format('SELECT %s.%I::text AS value', e.alias, e.held) END,
      CASE WHEN e.spec ? 'name' THEN format('%I.%I(v.value)', manifest ->> 'schema',
        e.spec ->> 'name') ELSE 'v.value' END),
    'o.object = ANY ($1)' || CASE WHEN e.spec ? 'array' AND NOT e.spec ? 'name' THEN
      format(' AND %s.%I && $1::%s', e.alias, e.held, (reeve.catalog_types(
        coalesce(to_regclass(e.near), e.relation), ARRAY[e.held]))[1]) ELSE '' END,
    w.owner, w.owner_key, w.owner_keys, w.owner_visible
  FROM entry e
  CROSS JOIN LATERAL (
    SELECT 0 AS place, e.collection AS owner, reeve.catalog_key(e.keys) AS owner_key,
      reeve.catalog_keys('t', e.keys, reeve.catalog_types(e.relation, e.keys)) AS owner_keys,
      reeve.catalog_visible(manifest, e.collection) AS owner_visible
    UNION ALL
    SELECT p.place, s.owner, reeve.catalog_key(s.columns), reeve.catalog_keys('t', s.columns,
        reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, s.owner)), s.keys)),
      format('NOT EXISTS (SELECT FROM (SELECT %s) h(%s) JOIN %s t ON %s WHERE NOT (%s))',
        (SELECT string_agg(format('t.%I', n), ', ') FROM unnest(s.columns) n),
        (SELECT string_agg('k' || n, ', ') FROM generate_subscripts(s.columns, 1) n),
        reeve.catalog_table(manifest, s.owner),
        (SELECT string_agg(format('t.%I = h.k%s', n.name, n.place), ' AND ')
          FROM unnest(s.keys) WITH ORDINALITY n(name, place)),
        reeve.catalog_visible(manifest, s.owner))
    FROM unnest(reeve.catalog_columns(e.spec -> 'with')) WITH ORDINALITY p(name, place)
    CROSS JOIN LATERAL (
      SELECT x.value ->> 'collection' AS owner, reeve.catalog_columns(x.value -> 'columns') AS
        columns, reeve.catalog_columns(
          manifest #> ARRAY['collections', x.value ->> 'collection', 'key']) AS keys
      FROM (SELECT manifest #> ARRAY['collections', e.collection, 'parents', p.name]) x(value)) s
    WHERE s.owner IS NOT NULL) w
  ORDER BY e.path, w.place
$$;

COMMENT ON FUNCTION reeve.catalog_files(jsonb) IS
  'Where rows of a manifest''s collections name objects of a bucket: rows t and their names '
  'o.object are those of source, of which narrowed selects those that name one of $1. One row for '
  'each owner, whose being hidden hides the object: the row itself first, then its parents; '
  'owner_key is its key over t, owner_keys selects those of the owners $1, owner_visible says '
  'whether it is not hidden.';
