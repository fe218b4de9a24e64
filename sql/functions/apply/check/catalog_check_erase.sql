CREATE OR REPLACE FUNCTION reeve.catalog_check_erase(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  coll record;
  found int;
  compiled jsonb;
  circular text[];
  paths text[] := '{}';
  statements text[] := '{}';
  item record;
BEGIN
  -- All collections at once: one by one, 500 that depend on each other took half a minute.
  WITH RECURSIVE edge AS MATERIALIZED (
    SELECT c.key AS name, w ->> 'collection' AS next
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(c.value #> '{erase,with}', '[]')) w),
  way(root, name) AS (
    SELECT e.name, e.next FROM edge e
    UNION
    SELECT way.root, e.next FROM way JOIN edge e ON e.name = way.name)
  SELECT coalesce(array_agg(DISTINCT way.root), '{}') INTO circular
  FROM way WHERE way.name = way.root;
  FOR coll IN
    SELECT c.key AS name, c.value AS spec, '/collections/' || c.key AS at,
      reeve.catalog_table(manifest, c.key)::regclass AS relation,
      c.value -> 'erase' AS erase
    FROM jsonb_each(manifest -> 'collections') c
  LOOP
    RETURN QUERY
      SELECT format('%s/personal/%s', coll.at, p.place - 1), 'missing',
        format('column %s is personal, but nothing erases it: give it a value under erase, set',
          p.name)
      FROM unnest(reeve.catalog_columns(coll.spec -> 'personal')) WITH ORDINALITY p(name, place)
      WHERE NOT coalesce(coll.erase -> 'set', '{}') ? p.name
        -- The key remains of an erased row; generated columns follow the others.
        AND p.name <> ALL (reeve.catalog_columns(coll.spec -> 'key'))
        AND NOT EXISTS (SELECT FROM pg_attribute a
          WHERE a.attrelid = coll.relation AND a.attname = p.name AND a.attgenerated <> '')
        -- Or the row itself goes.
        AND NOT EXISTS (
          SELECT FROM jsonb_array_elements(coll.erase -> 'tables') t
          WHERE to_regclass(reeve.catalog_near(manifest, coll.name, t)) = coll.relation
            AND t ->> 'delete' = 'true' AND t -> 'of' = coll.spec -> 'key');
    CONTINUE WHEN coll.erase IS NULL;
    RETURN QUERY
      -- Its own row, then the tables that it has rows in.
      WITH part AS (
        SELECT coll.at || '/erase' AS at, coll.relation AS relation, coll.erase -> 'set' AS body
        UNION ALL
        SELECT format('%s/erase/tables/%s', coll.at, t.place - 1),
          to_regclass(reeve.catalog_near(manifest, coll.name, t.body)), t.body -> 'set'
        FROM jsonb_array_elements(coalesce(coll.erase -> 'tables', '[]'))
          WITH ORDINALITY t(body, place))
      SELECT f.path, f.code, f.message
      FROM part p
      CROSS JOIN LATERAL jsonb_each_text(p.body) s
      LEFT JOIN pg_attribute a ON a.attrelid = p.relation AND a.attname = s.key AND a.attnum > 0
        AND NOT a.attisdropped
      CROSS JOIN LATERAL (VALUES
        (1, 'missing', format('%s has no column %s', p.relation, s.key), a.attname IS NULL),
        (2, 'key', format('column %s is the key: what is recorded points to it', s.key),
          p.relation = coll.relation AND s.key = ANY (reeve.catalog_columns(coll.spec -> 'key'))),
        (3, 'unused', format('column %s stores what is hidden; only Reeve writes it', s.key),
          p.relation = coll.relation AND s.key = coll.spec ->> 'visible'),
        (4, 'type', format('column %s may not be null: give an expression', s.key),
          a.attnotnull AND s.value IS NULL)) x(place, code, message, is_wrong)
      CROSS JOIN LATERAL (
        SELECT format('%s/set/%s', p.at, s.key), x.code, x.message
      ) f(path, code, message)
      WHERE p.relation IS NOT NULL AND x.is_wrong
      UNION ALL
      SELECT f.at || x.path, x.code, x.message
      FROM jsonb_array_elements(coalesce(coll.erase -> 'tables', '[]')) WITH ORDINALITY t(body,
        place)
      CROSS JOIN LATERAL (
        SELECT format('%s/erase/tables/%s', coll.at, t.place - 1),
          to_regclass(reeve.catalog_near(manifest, coll.name, t.body)),
          reeve.catalog_columns(t.body -> 'of'), reeve.catalog_columns(coll.spec -> 'key')
      ) f(at, relation, named, keys)
      CROSS JOIN LATERAL (VALUES
        ('/table', 'missing', format('there is no table %s', t.body ->> 'table'),
          f.relation IS NULL),
        ('/of', 'key', format('of must name one column for each key column: %s',
          array_to_string(f.keys, ', ')), cardinality(f.named) <> cardinality(f.keys)),
        ('', 'unused', 'give either delete or set',
          (t.body ->> 'delete')::boolean IS TRUE = (t.body ? 'set'))
        ) x(path, code, message, is_wrong)
      WHERE x.is_wrong
      UNION ALL
      SELECT format('%s/erase/tables/%s/of/%s', coll.at, t.place - 1, n.place - 1), 'missing',
        format('%s has no column %s', r.relation, n.name)
      FROM jsonb_array_elements(coalesce(coll.erase -> 'tables', '[]')) WITH ORDINALITY t(body,
        place)
      CROSS JOIN LATERAL (
        SELECT to_regclass(reeve.catalog_near(manifest, coll.name, t.body))) r(relation)
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(t.body -> 'of'))
        WITH ORDINALITY n(name, place)
      WHERE r.relation IS NOT NULL
        AND (reeve.catalog_types(r.relation, ARRAY[n.name]))[1] IS NULL
      UNION ALL
      SELECT format('%s/erase/with/%s/collection', coll.at, w.place - 1), 'missing',
        format('collection %s declares no erase', w.body ->> 'collection')
      FROM jsonb_array_elements(coalesce(coll.erase -> 'with', '[]')) WITH ORDINALITY w(body, place)
      WHERE manifest #> ARRAY['collections', w.body ->> 'collection', 'erase'] IS NULL
      UNION ALL
      SELECT coll.at || '/erase/with', 'unused', 'with leads back to the collection itself'
      WHERE coll.name = ANY (circular);
    GET DIAGNOSTICS found = ROW_COUNT;
    CONTINUE WHEN found > 0;
    BEGIN
      compiled := reeve.catalog_erase(manifest, coll.name, '{}');
    EXCEPTION WHEN OTHERS THEN
      RETURN QUERY SELECT coll.at || '/erase', 'expression', SQLERRM;
      CONTINUE;
    END;
    FOR item IN
      SELECT s ->> 'path' AS path, s ->> 'run' AS statement
      FROM jsonb_array_elements(compiled -> 'steps') s
      UNION ALL
      SELECT w ->> 'path', w ->> 'keys' FROM jsonb_array_elements(compiled -> 'with') w
    LOOP
      paths := paths || (coll.at || '/erase' || item.path);
      statements := statements || item.statement;
    END LOOP;
  END LOOP;
  RETURN QUERY SELECT paths[t.place], 'expression', t.problem
  FROM reeve.catalog_tries(statements, owner_name) t;
  RETURN QUERY
    SELECT a.path, 'missing', format(
      'a %s erases after its window, but collection %s declares no erase', a.verb,
      a.collection)
    FROM reeve.catalog_actions(manifest) a JOIN reeve.action_kind k ON k.name = a.kind
    WHERE (k.has_window OR k.name = 'erase')
      AND manifest #> ARRAY['collections', a.collection, 'erase'] IS NULL;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_erase(jsonb) IS
  'Findings about erasure: columns, tables and rows that do not exist, personal columns that '
  'nothing erases, and deletions that could never be erased. The collections must be sound.';
