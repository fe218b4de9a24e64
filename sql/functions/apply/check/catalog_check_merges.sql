CREATE OR REPLACE FUNCTION reeve.catalog_check_merges(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH account AS (
    SELECT c.key AS name, format('/collections/%s/merge', c.key) AS path,
      c.value -> 'merge' AS merge,
      to_regclass(reeve.catalog_table(manifest, c.key))::oid AS relation
    FROM jsonb_each(manifest -> 'collections') c WHERE c.value ? 'merge'),
  parent AS (
    SELECT c.key AS collection, p.key AS name, p.value ->> 'collection' AS target,
      to_regclass(reeve.catalog_table(manifest, c.key))::oid AS relation,
      reeve.catalog_columns(p.value -> 'columns') AS columns,
      (p.value ->> 'guessed')::boolean AS is_guessed
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_each(c.value -> 'parents') p),
  -- What refers to accounts: foreign keys, and parents that the catalog declares.
  found AS (
    SELECT a.name, k.conrelid AS relation, ARRAY(
      SELECT t.attname::text FROM unnest(k.conkey) WITH ORDINALITY u(number, place)
      JOIN pg_attribute t ON t.attrelid = k.conrelid AND t.attnum = u.number
      ORDER BY u.place) AS columns
    FROM account a
    JOIN pg_constraint k ON k.confrelid = a.relation AND k.contype = 'f' AND k.conparentid = 0
    UNION
    SELECT a.name, p.relation, p.columns FROM account a JOIN parent p ON p.target = a.name),
  named AS (
    SELECT f.*, concat(nullif(n.nspname, manifest ->> 'schema') || '.', r.relname, '.',
      array_to_string(f.columns, ',')) AS said
    FROM found f
    JOIN pg_class r ON r.oid = f.relation JOIN pg_namespace n ON n.oid = r.relnamespace),
  moved AS (
    SELECT a.name, a.path, m.key AS collection, v.via,
      format('%s/moves/%s%s', a.path, m.key, CASE jsonb_typeof(m.value)
        WHEN 'array' THEN '/' || v.place - 1 ELSE '' END) AS at, p.relation, p.columns, p.target,
      p.is_guessed
    FROM account a
    CROSS JOIN LATERAL jsonb_each(a.merge -> 'moves') m
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(m.value)) WITH ORDINALITY v(via, place)
    LEFT JOIN parent p ON p.collection = m.key AND p.name = v.via)
  SELECT m.at, f.code, f.message
  FROM moved m
  CROSS JOIN LATERAL (SELECT manifest #> ARRAY['collections', m.collection]) c(spec)
  CROSS JOIN LATERAL (VALUES
    (1, 'missing', format('there is no collection %s', m.collection), c.spec IS NULL),
    (2, 'missing', format('%s has no parent %s of the collection %s', m.collection, m.via, m.name),
      m.target IS DISTINCT FROM m.name),
    (3, 'guessed', format('%s of %s is a guess, so nothing moves by it', m.via, m.collection),
      m.is_guessed),
    (4, 'key', format('%s is in the key of %s and cannot be moved: name it under stays',
      array_to_string(m.columns, ','), m.collection),
      reeve.catalog_columns(c.spec -> 'key') && m.columns),
    (5, 'encrypted', format(
      'texts of %s are bound to %s, which cannot be moved: name it under stays',
      m.collection, array_to_string(m.columns, ',')),
      reeve.catalog_columns(c.spec #> '{encrypted,bind}') && m.columns)
    ) f(place, code, message, is_wrong)
  WHERE f.is_wrong AND NOT (f.place > 1 AND c.spec IS NULL)
    AND NOT (f.place > 2 AND m.target IS DISTINCT FROM m.name)
  UNION ALL
  SELECT a.path || CASE WHEN f.code = 'unused' THEN '/stays/' || f.name ELSE '' END, f.code,
    f.message
  FROM account a
  CROSS JOIN LATERAL (
    SELECT 'missing' AS code, n.said AS name, format(
      'it says neither under moves nor under stays what becomes of %s, which refers to %s', n.said,
      a.name) AS message
    FROM named n
    WHERE n.name = a.name AND NOT coalesce(a.merge -> 'stays', '{}') ? n.said AND NOT EXISTS (
      SELECT FROM moved m
      WHERE m.name = a.name AND m.relation = n.relation AND m.columns @> n.columns)
    UNION ALL
    SELECT 'unused', s.key, CASE
      WHEN n.said IS NULL THEN format('%s does not refer to %s', s.key, a.name)
      ELSE format('%s moves', s.key) END
    FROM jsonb_each(coalesce(a.merge -> 'stays', '{}')) s
    LEFT JOIN named n ON n.name = a.name AND n.said = s.key
    WHERE n.said IS NULL OR EXISTS (
      SELECT FROM moved m
      WHERE m.name = a.name AND m.relation = n.relation AND m.columns @> n.columns)) f
$$;

COMMENT ON FUNCTION reeve.catalog_check_merges(jsonb) IS
  'Findings about merges of accounts: a foreign key or a parent that refers to the account and of '
  'which the catalog does not say whether it moves or stays; moves that cannot be made.';
