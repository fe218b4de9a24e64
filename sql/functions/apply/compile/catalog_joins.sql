CREATE OR REPLACE FUNCTION reeve.catalog_joins(manifest jsonb, collection text)
RETURNS TABLE(path text, source text, columns text[], from_sql text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE field AS (
    SELECT d.steps[: cardinality(d.steps) - 1] AS steps, d.steps[cardinality(d.steps)] AS name
    FROM reeve.catalog_joined(manifest, collection) d
  ), place AS (
    -- Each parent on the way, its collection, and the alias of the row that refers to it.
    SELECT DISTINCT f.steps[:1] AS steps, 't' AS held_by,
      manifest #> ARRAY['collections', collection, 'parents', f.steps[1]] AS parent
    FROM field f
    UNION
    SELECT f.steps[: cardinality(p.steps) + 1], '.' || array_to_string(p.steps, '.'),
      manifest #> ARRAY['collections', p.parent ->> 'collection', 'parents',
        f.steps[cardinality(p.steps) + 1]]
    FROM place p
    JOIN field f ON f.steps[: cardinality(p.steps)] = p.steps
      AND cardinality(f.steps) > cardinality(p.steps)
  ), entry AS (
    SELECT p.steps, p.held_by, array_to_string(p.steps, '.') AS path,
      p.parent ->> 'collection' AS source, reeve.catalog_columns(p.parent -> 'columns') AS held,
      reeve.catalog_columns(manifest #> ARRAY['collections', p.parent ->> 'collection', 'key'])
        AS keys,
      ARRAY(
        SELECT f.name FROM field f WHERE f.steps = p.steps
        UNION
        SELECT unnest(reeve.catalog_columns(n.parent -> 'columns'))
        FROM place n WHERE n.held_by = '.' || array_to_string(p.steps, '.')
        ORDER BY 1) AS columns
    FROM place p
  )
  SELECT e.path, e.source, e.columns,
    format('LEFT JOIN (SELECT %s FROM %s t WHERE %s AND %s NOT IN (SELECT '
        'jsonb_array_elements_text(($7)[2] -> %L))) %I ON %s',
      (SELECT string_agg(DISTINCT format('t.%I AS %I', c, e.path || '.' || c), ', ')
        FROM unnest(e.keys || e.columns) c),
      reeve.catalog_table(manifest, e.source), reeve.catalog_visible(manifest, e.source),
      reeve.catalog_key(e.keys), e.source, '.' || e.path,
      (SELECT string_agg(format('%I.%I = %I.%I', '.' || e.path, e.path || '.' || k.key, e.held_by,
          CASE e.held_by WHEN 't' THEN '' ELSE substr(e.held_by, 2) || '.' END || k.held), ' AND ')
        FROM unnest(e.keys, e.held) k(key, held)))
  FROM entry e ORDER BY cardinality(e.steps), e.path
$$;

COMMENT ON FUNCTION reeve.catalog_joins(jsonb, text) IS
  'The parents whose texts a collection is searched by, nearer ones first: the columns that are '
  'read of each, and how it is joined to the row t, without hidden rows ($7[2]: their keys, by '
  'collection).';
