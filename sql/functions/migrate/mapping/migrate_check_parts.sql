CREATE OR REPLACE FUNCTION reeve.migrate_check_parts(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH t AS MATERIALIZED (
    SELECT v.side, p.*, r.relkind, r.relpersistence, r.relowner, r.relrowsecurity,
      mapping #> ARRAY[v.side, 'parts', p.part] AS said
    FROM (VALUES ('source'), ('target')) v(side)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side,
      reeve.migrate_table(mapping, v.side)) p
    LEFT JOIN pg_class r ON r.oid = p.relation
  ),
  main AS (SELECT * FROM t WHERE t.place = 0),
  part AS (SELECT * FROM t WHERE t.place > 0),
  columns AS (
    SELECT p.side, p.part, a.attname::text AS name, a.atttypid, a.attnotnull,
      a.attgenerated <> '' AS is_generated, y.typtype, format_type(a.atttypid, a.atttypmod) AS type
    FROM part p
    JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type y ON y.oid = a.atttypid
  )
  SELECT p.path, 'missing', format('there is no table %s', p.name)
  FROM part p WHERE p.relation IS NULL
  UNION ALL
  SELECT p.path, 'type', format('%s is not a table', p.name)
  FROM part p WHERE p.relkind NOT IN ('r', 'p') OR p.relpersistence = 't'
  UNION ALL
  SELECT p.path, 'type', format('%s is named twice', p.name)
  FROM part p
  WHERE EXISTS (SELECT FROM t o WHERE o.relation = p.relation AND (o.side, o.place) < (p.side,
    p.place) OR o.place = 0 AND o.relation = p.relation)
  UNION ALL
  SELECT p.path, 'owner', format('%s and %s have different owners', p.name, m.name)
  FROM part p JOIN main m ON m.side = p.side WHERE p.relowner <> m.relowner
  UNION ALL
  SELECT p.path, 'name', format('%s is the name of a column of %s too: call the part otherwise',
    a.attname, m.name)
  FROM part p JOIN main m ON m.side = p.side
  JOIN pg_attribute a ON a.attrelid = m.relation AND NOT a.attisdropped
    AND (a.attname = p.part OR starts_with(a.attname, p.part || '.'))
  UNION ALL
  SELECT p.path || s.path, 'list', s.message
  FROM part p
  CROSS JOIN LATERAL (VALUES
    ('', p.part LIKE '%.%', 'the name of a part has no dot'),
    ('/place', p.said ?& ARRAY['each', 'place'], '`each` and `place` exclude each other'),
    ('/place', p.side = 'source' AND p.said ? 'place', 'in the source rows may leave places out: '
      'name the column under `each` instead, and it stays in the elements'),
    ('/columns', p.said ? 'columns' AND NOT p.is_list, '`columns` are those of the elements of a '
      'list, which has `each` or `place`'),
    ('/columns', p.side = 'source' AND p.said ? 'columns', 'the old name and a rollback need every '
      'column of the source'),
    ('/each', p.said ? 'columns' AND NOT p.list <@ (p.shown || p.numbered),
      'the columns under `each` are some of `columns`'),
    ('', p.side = 'target' AND p.is_list AND NOT mapping -> 'columns' ? p.part,
      format('nothing gives the values of %s: map it under `columns`', p.part)),
    ('', p.part = ANY (reeve.catalog_columns(mapping -> 'drop')),
      format('%s cannot be dropped: it says which rows there are', p.part))
  ) s(path, is_wrong, message)
  WHERE s.is_wrong
  UNION ALL
  SELECT '/columns/' || p.part, 'type', format('column %s is %s, and a list is an array of objects '
    'in jsonb: make one of it by `up`, and it of one by `down`', a.name, a.type)
  FROM part p
  JOIN main m ON m.side = 'source'
  CROSS JOIN LATERAL reeve.migrate_attributes(mapping, 'source', m.relation) a
  WHERE p.side = 'target' AND p.is_list AND a.name = mapping #>> ARRAY['columns', p.part, 'from']
    AND NOT mapping #> ARRAY['columns', p.part] ? 'up' AND a.type <> 'jsonb'
  UNION ALL
  SELECT p.path || '/' || n.key, 'missing', format('%s has no column %s', p.name, n.name)
  FROM part p
  CROSS JOIN LATERAL (
    SELECT 'key' AS key, k FROM unnest(p.keys) k
    UNION ALL SELECT CASE WHEN p.numbered IS NULL THEN 'each' ELSE 'place' END, l
      FROM unnest(p.list) l
    UNION ALL SELECT 'columns', c FROM unnest(p.shown) c) n(key, name)
  WHERE p.relation IS NOT NULL AND NOT EXISTS (
    SELECT FROM columns c WHERE c.side = p.side AND c.part = p.part AND c.name = n.name)
  UNION ALL
  SELECT p.path || '/key', 'key', format('(%s) of %s are not the key (%s) of %s, in its types and '
    'NOT NULL', array_to_string(p.keys, ', '), p.name, array_to_string(m.keys, ', '), m.name)
  FROM part p JOIN main m ON m.side = p.side
  WHERE p.relation IS NOT NULL AND (reeve.catalog_types(p.relation, p.keys)
      IS DISTINCT FROM reeve.catalog_types(m.relation, m.keys)
    OR EXISTS (SELECT FROM columns c WHERE c.side = p.side AND c.part = p.part
      AND c.name = ANY (p.keys) AND NOT c.attnotnull))
  UNION ALL
  -- A row without its main row would belong to no unit.
  SELECT p.path || '/key', 'key', format('no validated foreign key binds %s to %s: ALTER TABLE %s '
    'ADD FOREIGN KEY (%s) REFERENCES %s(%s)', p.name, m.name, p.name,
    (SELECT string_agg(quote_ident(k), ', ') FROM unnest(p.keys) k), m.name,
    (SELECT string_agg(quote_ident(k), ', ') FROM unnest(m.keys) k))
  FROM part p JOIN main m ON m.side = p.side
  WHERE p.relation IS NOT NULL AND m.relation IS NOT NULL AND NOT EXISTS (
    SELECT FROM reeve.live_copy c
    WHERE c.app = migrate_check_parts.mapping ->> 'app'
      AND c.name = migrate_check_parts.mapping ->> 'copy' AND c.ended_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM pg_constraint k
      WHERE k.contype = 'f' AND k.conrelid = p.relation AND k.confrelid = m.relation
        AND k.convalidated
        AND ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY n(number, place)
          JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum = n.number
          ORDER BY n.place) @> p.keys
        AND cardinality(k.conkey) = cardinality(p.keys)
        AND (SELECT bool_and(array_position(p.keys, a.attname::text)
            = array_position(m.keys, b.attname::text))
          FROM unnest(k.conkey, k.confkey) n(own, other)
          JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum = n.own
          JOIN pg_attribute b ON b.attrelid = m.relation AND b.attnum = n.other))
  UNION ALL
  SELECT p.path || '/key', 'key', format(CASE WHEN p.is_list
      THEN '%s has no unique index on (%s) or some of these, all NOT NULL'
      ELSE '%s has no unique index on exactly (%s); rows of which there may be several a key are a '
        'list: name what distinguishes them under `each`' END, p.name,
    array_to_string(p.keys || p.list, ', '))
  FROM part p
  WHERE p.relation IS NOT NULL AND CASE WHEN p.is_list
    THEN reeve.migrate_unique(p.relation, p.keys || p.list) IS NULL
    ELSE NOT coalesce(reeve.migrate_unique(p.relation, p.keys) @> p.keys, FALSE) END
  UNION ALL
  SELECT p.path || '/key', 'index', format('no index of %1$s begins with (%2$s), so that every row '
    'of %3$s would read all of it: CREATE INDEX ON %1$s(%2$s)', p.name,
    (SELECT string_agg(quote_ident(k), ', ') FROM unnest(p.keys) k), m.name)
  FROM part p JOIN main m ON m.side = p.side
  WHERE p.relation IS NOT NULL AND p.is_list AND NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = p.relation AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid
      AND ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = p.relation
          AND a.attnum = ANY ((i.indkey::int2[])[0:cardinality(p.keys) - 1])) @> p.keys)
  UNION ALL
  SELECT p.path, 'type', format(CASE WHEN c.is_generated
      THEN 'column %s of %s is generated, which the rows of a list cannot have'
      ELSE 'column %s of %s is %s, which has no exact form in JSON: a list can have text, numbers, '
        'booleans, uuid, dates, times, enums and jsonb' END, c.name, p.name, c.type)
  FROM part p JOIN columns c ON c.side = p.side AND c.part = p.part
  WHERE p.is_list AND (c.is_generated AND p.side = 'source' OR c.name = ANY (p.shown)
    AND (c.is_generated OR c.typtype <> 'e' AND c.atttypid NOT IN ('bool'::regtype,
      'int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype, 'float4'::regtype,
      'float8'::regtype, 'text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'uuid'::regtype,
      'date'::regtype, 'time'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype,
      'jsonb'::regtype)))
  UNION ALL
  SELECT p.path || '/place', 'type', format('column %s of %s is %s, no integer', c.name, p.name,
    c.type)
  FROM part p JOIN columns c ON c.side = p.side AND c.part = p.part AND c.name = p.numbered
  WHERE c.atttypid NOT IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
  UNION ALL
  SELECT o.path, 'unseen', format('%s has row security, which views of a source in parts cannot '
    'keep: ALTER TABLE %s DISABLE ROW LEVEL SECURITY', o.name, o.name)
  FROM t o
  WHERE o.side = 'source' AND o.relrowsecurity AND EXISTS (SELECT FROM part p WHERE p.side = o.side)
  UNION ALL
  SELECT p.path, 'depends', format('constraint %s of %s refers to %s, which a part''s row cannot '
    'be when it moves: drop it before', k.conname, k.conrelid::regclass, p.name)
  FROM part p JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = p.relation
  WHERE k.conparentid = 0 AND k.conrelid <> p.relation
  UNION ALL
  SELECT p.path, 'catalog', format('collection %s of app %s is searched, and the rows of a part '
    'are not: apply a catalog without its search', l.name, l.app)
  FROM part p
  JOIN reeve.collection l ON l.relation = p.relation AND l.is_live AND l.search IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_check_parts(jsonb) IS
  'Compares the parts of a mapping with the database; one row per finding, as in '
  'reeve.migrate_check.';
