CREATE OR REPLACE FUNCTION reeve.catalog_merges(manifest jsonb)
RETURNS TABLE(collection text, seq int, path text, body jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH account AS (
    SELECT c.key AS name, '/collections/' || c.key || '/merge' AS path, c.value -> 'merge' AS merge,
      to_regclass(reeve.catalog_table(manifest, c.key)) AS relation,
      reeve.catalog_columns(c.value -> 'key') AS keys
    FROM jsonb_each(manifest -> 'collections') c WHERE c.value ? 'merge'),
  parent AS (
    SELECT a.name, a.path, m.key AS mover, p.name AS via, p.place::int,
      s.columns,
      reeve.catalog_keys('t', s.columns, reeve.catalog_types(a.relation, a.keys)) AS held,
      ARRAY(
        SELECT CASE WHEN cardinality(s.columns) = 1 THEN '$into'
          ELSE format('($into::jsonb ->> %s)', n - 1) END
        FROM generate_series(1, cardinality(s.columns)) n) AS vals,
      cardinality(reeve.catalog_columns(m.value)) AS parents
    FROM account a
    CROSS JOIN LATERAL jsonb_each(a.merge -> 'moves') m
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(m.value)) WITH ORDINALITY p(name, place)
    CROSS JOIN LATERAL (
      SELECT reeve.catalog_columns(
        manifest #> ARRAY['collections', m.key, 'parents', p.name, 'columns'])) s(columns)
    WHERE a.relation IS NOT NULL AND s.columns <> '{}'),
  -- A row may refer to the account by several parents: each effect sets the columns of those that
  -- do, and no others, so that merges of two accounts that one row names are undone in any order.
  moved AS (
    SELECT p.name, p.path, p.mover, w.bits, min(p.via) FILTER (WHERE p.place = w.least) AS via,
      string_agg(p.via, ',' ORDER BY p.place) FILTER (WHERE w.is_in) AS said,
      concat_ws(' AND ', '$into IS NOT NULL', string_agg(CASE
        WHEN w.is_in AND p.place > w.least THEN p.held
        WHEN NOT w.is_in THEN '(' || p.held || ') IS NOT TRUE' END, ' AND ' ORDER BY p.place))
        AS condition,
      string_to_array(string_agg(array_to_string(p.columns, chr(1)), chr(1) ORDER BY p.place)
        FILTER (WHERE w.is_in), chr(1)) AS columns,
      string_to_array(string_agg(array_to_string(p.vals, chr(1)), chr(1) ORDER BY p.place)
        FILTER (WHERE w.is_in), chr(1)) AS vals
    FROM parent p
    CROSS JOIN LATERAL (
      SELECT b AS bits, b & (1 << p.place - 1) > 0 AS is_in, (
        SELECT min(n) FROM generate_series(1, p.parents) n WHERE b & (1 << n - 1) > 0) AS least
      FROM generate_series(1, (1 << p.parents) - 1) b) w
    GROUP BY p.name, p.path, p.mover, w.bits),
  chosen AS (
    SELECT m.*, row_number() OVER (PARTITION BY m.name ORDER BY m.mover, m.bits)::int AS place,
      reeve.catalog_clash(to_regclass(reeve.catalog_table(manifest, m.mover)),
        reeve.catalog_columns(manifest #> ARRAY['collections', m.mover, 'key']), m.columns, m.vals)
        AS clash
    FROM moved m)
  SELECT a.name, 1, a.path, jsonb_strip_nulls(jsonb_build_object('name', 'account',
    'collection', a.name, 'hide', TRUE, 'notify', a.merge -> 'notify'))
  FROM account a
  UNION ALL
  SELECT c.name, 2 * c.place, format('%s/moves/%s/%s', c.path, c.mover, c.bits),
    jsonb_build_object('name', c.mover || '.' || c.said, 'collection', c.mover, 'via', c.via,
      'where', c.condition || coalesce(' AND (' || c.clash || ') IS NOT TRUE', ''),
      'set', (SELECT jsonb_object_agg(u.name, u.val) FROM unnest(c.columns, c.vals) u(name, val)))
  FROM chosen c
  UNION ALL
  SELECT c.name, 2 * c.place + 1, format('%s/moves/%s/%s/clash', c.path, c.mover, c.bits),
    jsonb_build_object('name',
      format('%s.%s that clash: the row of the account that stays wins', c.mover, c.said),
      'collection', c.mover, 'via', c.via, 'where', c.condition || ' AND (' || c.clash || ')',
      'list', TRUE)
  FROM chosen c WHERE c.clash IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_merges(jsonb) IS
  'The effects of a merge of each collection that declares one: its account is hidden; rows of '
  'what moves refer to the other account, $into; those that would clash with a row of it are '
  'listed, and stay.';
