CREATE OR REPLACE FUNCTION reeve.import_check_target(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  target text := reeve.import_table(mapping);
  relation regclass := to_regclass(target);
  owner_name text := (SELECT a.owner_name FROM reeve.app a WHERE a.app = mapping ->> 'app');
  keys text[] := reeve.catalog_columns(mapping -> 'key');
  parent text;
  item record;
  problem text;
BEGIN
  IF relation IS NULL THEN
    RETURN QUERY SELECT '/table', 'missing', format('there is no table %s', target);
    RETURN;
  END IF;
  IF (SELECT c.relkind NOT IN ('r', 'p') FROM pg_class c WHERE c.oid = relation) THEN
    RETURN QUERY SELECT '/table', 'type', format('%s is not a table', relation);
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/columns/' || replace(replace(i.name, '~', '~0'), '/', '~1'),
      CASE WHEN i.type IS NULL THEN 'missing' ELSE 'type' END,
      CASE WHEN i.type IS NULL THEN format('%s has no column %s', relation, i.name)
        WHEN a.attgenerated <> '' THEN format('the database itself computes column %s', i.name)
        ELSE format('rest produces JSON, but column %s is %s', i.name, i.type) END
    FROM reeve.import_columns(mapping) i
    LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = i.name
    WHERE i.type IS NULL OR a.attgenerated <> '' OR i.source IS NULL AND i.form <> 'json';
  RETURN QUERY
    SELECT '/key/' || (k.place - 1),
      CASE WHEN mapping -> 'columns' ? k.name THEN 'null' ELSE 'missing' END,
      CASE WHEN mapping -> 'columns' ? k.name
        THEN format('column %s may be NULL, so it cannot identify rows', k.name)
        ELSE format('%s is not among the mapped columns', k.name) END
    FROM unnest(keys) WITH ORDINALITY k(name, place)
    LEFT JOIN pg_attribute a ON a.attrelid = relation AND a.attname = k.name
    CROSS JOIN LATERAL (SELECT mapping #> ARRAY['columns', k.name]) m(column_spec)
    WHERE m.column_spec IS NULL
      -- A part of the record's path is never NULL.
      OR a.attnotnull IS FALSE AND (m.column_spec ?| '{up,ref,null}'
        OR coalesce(m.column_spec ->> 'from', '') !~ E'^(\\$id|\\$path|\\{.*\\})$');
  IF NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      AND i.indimmediate
      AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
        WHERE a.attrelid = relation AND a.attnum = ANY (i.indkey::int2[]))
        = (SELECT array_agg(k ORDER BY k) FROM unnest(keys) k))
  THEN
    RETURN QUERY SELECT '/key', 'key',
      format('%s has no unique index on exactly (%s)', relation, array_to_string(keys, ', '));
  END IF;
  RETURN QUERY
    SELECT '/columns', 'missing',
      format('column %s of %s is NOT NULL, has no default and is not mapped', a.attname, relation)
    FROM pg_attribute a
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
      AND NOT a.atthasdef AND a.attidentity = '' AND NOT mapping -> 'columns' ? a.attname;
  IF mapping ? 'parent' THEN
    RETURN QUERY
      SELECT '/columns/' || replace(replace(i.name, '~', '~0'), '/', '~1'), 'missing',
        format('%s is not among the mapped columns of the parent', substr(i.source, 9))
      FROM reeve.import_columns(mapping) i
      WHERE i.source LIKE '$parent.%'
        AND NOT mapping #> '{parent,columns}' ? substr(i.source, 9);
    -- Otherwise nothing would distinguish the rows of one record from those of another.
    RETURN QUERY
      SELECT '/key', 'key', format('no column of the key holds the parent''s %s', k.name)
      FROM unnest(reeve.catalog_columns(mapping #> '{parent,key}')) k(name)
      WHERE NOT EXISTS (
        SELECT FROM reeve.import_columns(mapping) i
        WHERE i.is_key AND i.source = '$parent.' || k.name);
    parent := (
      SELECT string_agg(format('NULL::%s AS %I', i.type, i.name), ', ')
      FROM reeve.import_columns(mapping -> 'parent') i);
  END IF;
  RETURN QUERY
    SELECT r.path || CASE WHEN to_regclass(r.relation) IS NULL THEN '/table'
        WHEN r.take IS NULL THEN '/table' ELSE '/by' END, 'missing',
      CASE WHEN to_regclass(r.relation) IS NULL THEN format('there is no table %s', r.relation)
        WHEN r.take IS NULL
          THEN format('the primary key of %s is not one column', r.relation)
        WHEN r.find_sql IS NULL THEN format('%s has no column %s', r.relation, r.by)
        ELSE p.problem END
    FROM reeve.import_refs(mapping - 'children') r
    CROSS JOIN LATERAL (SELECT CASE WHEN r.take IS NOT NULL AND r.find_sql IS NOT NULL
      THEN reeve.catalog_try(format('SELECT DISTINCT %1$s FROM %2$s t, '
        '(SELECT NULL::text AS c%3$s) s WHERE t.%4$I = %1$s', r.find_sql, r.relation, r.place,
        r.by), owner_name) END) p(problem)
    WHERE r.take IS NULL OR r.find_sql IS NULL OR p.problem IS NOT NULL;
  RETURN QUERY
    SELECT r.path || '/make', p.code, p.message
    FROM reeve.import_refs(mapping - 'children') r
    CROSS JOIN LATERAL (
      SELECT 'key', format('rows of %s are made only if a unique index is on exactly (%s)',
        r.relation, r.by)
      WHERE NOT EXISTS (
        SELECT FROM pg_index i JOIN pg_attribute a
          ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = to_regclass(r.relation) AND i.indisunique AND i.indisvalid
          AND i.indimmediate AND i.indnkeyatts = 1 AND i.indpred IS NULL AND a.attname = r.by)
      UNION ALL
      SELECT 'missing', format('column %s of %s is NOT NULL and has no default', a.attname,
        r.relation)
      FROM pg_attribute a
      WHERE a.attrelid = to_regclass(r.relation) AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AND a.attname <> r.by
        AND NOT r.make ? a.attname
      UNION ALL
      SELECT 'expression', t.problem
      FROM reeve.catalog_try(format('INSERT INTO %s(%s) SELECT %s '
        'FROM (SELECT %s AS v, s.c%5$s AS raw FROM (SELECT NULL::text AS c%5$s) s) d',
        r.relation, r.make_columns, r.make_values, r.find_sql, r.place), owner_name) t(problem)
      WHERE t.problem IS NOT NULL
    ) p(code, message)
    WHERE r.make IS NOT NULL AND r.take IS NOT NULL AND r.find_sql IS NOT NULL;
  RETURN QUERY
    SELECT '/columns', 'limit', format('%s columns of %s are mapped, but a row is staged with its '
      'number in a table of at most 1,600: map 1,599, and set the other afterwards', count(*),
      relation)
    FROM reeve.import_columns(mapping) HAVING count(*) > 1599;
  -- Where all columns can be written at once, none of them needs a look.
  SELECT reeve.catalog_try(format('INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE '
    'SELECT %s FROM (SELECT %s) s, (SELECT %s) p', relation,
    string_agg(quote_ident(i.name), ', ' ORDER BY i.place),
    string_agg(i.value_sql, ', ' ORDER BY i.place),
    string_agg(format('NULL::text AS c%s', i.place), ', ' ORDER BY i.place), parent), owner_name)
  INTO problem
  FROM reeve.import_columns(mapping) i
  JOIN pg_attribute a ON a.attrelid = relation AND a.attname = i.name AND a.attgenerated = '';
  FOR item IN
    SELECT i.* FROM reeve.import_columns(mapping) i
    JOIN pg_attribute a ON a.attrelid = relation AND a.attname = i.name AND a.attgenerated = ''
      AND problem IS NOT NULL
    WHERE NOT mapping ? 'parent' OR i.source IS NULL OR i.source NOT LIKE '$parent.%'
      OR mapping #> '{parent,columns}' ? substr(i.source, 9)
  LOOP
    problem := reeve.catalog_try(
      format('INSERT INTO %s(%I) OVERRIDING SYSTEM VALUE '
        'SELECT %s FROM (SELECT NULL::text AS c%s) s, (SELECT %s) p',
        relation, item.name, item.value_sql, item.place, parent), owner_name);
    IF problem IS NOT NULL THEN
      RETURN QUERY SELECT '/columns/' || replace(replace(item.name, '~', '~0'), '/', '~1'),
        'expression', problem;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_check_target(jsonb) IS
  'Compares one table of a mapping, as reeve.import_targets gives it, with the live database.';
