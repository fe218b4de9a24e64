CREATE OR REPLACE FUNCTION reeve.catalog_check_files(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT e.path || f.part, f.code, f.message
    FROM (
      SELECT format('/collections/%s/files/%s', c.key, f.place - 1), c.key, f.spec,
        reeve.catalog_columns(c.value -> 'key'), coalesce(f.spec ->> 'column', f.spec ->> 'array'),
        to_regclass(CASE WHEN f.spec ? 'table' THEN reeve.catalog_near(manifest, c.key, f.spec)
          ELSE reeve.catalog_table(manifest, c.key) END),
        format('%I.%I', manifest ->> 'schema', f.spec ->> 'name')
      FROM jsonb_each(manifest -> 'collections') c
      CROSS JOIN LATERAL jsonb_array_elements(c.value -> 'files') WITH ORDINALITY f(spec, place))
      e(path, collection, spec, keys, held, relation, routine)
    CROSS JOIN LATERAL (
      SELECT t.typcategory, format_type(a.atttypid, a.atttypmod)
      FROM (SELECT) one
      LEFT JOIN pg_attribute a ON a.attrelid = e.relation AND a.attname = e.held AND a.attnum > 0
        AND NOT a.attisdropped
      LEFT JOIN pg_type t ON t.oid = a.atttypid) h(category, type)
    CROSS JOIN LATERAL (
      SELECT '', 'shape', 'name one of column and array'
      WHERE num_nonnulls(e.spec -> 'column', e.spec -> 'array') <> 1
      UNION ALL
      SELECT '/table', 'missing', format('there is no table %s', e.spec ->> 'table')
      WHERE e.spec ? 'table' AND e.relation IS NULL
      UNION ALL
      SELECT '/of', 'key', format('of must name one column for each key column: %s',
        array_to_string(e.keys, ', '))
      WHERE e.spec ? 'table' AND cardinality(reeve.catalog_columns(e.spec -> 'of'))
        <> cardinality(e.keys)
      UNION ALL
      SELECT '/of', 'missing', format('%s has no column %s', e.relation, n)
      FROM unnest(reeve.catalog_columns(e.spec -> 'of')) n
      WHERE e.spec ? 'table' AND e.relation IS NOT NULL
        AND cardinality(reeve.catalog_columns(e.spec -> 'of')) = cardinality(e.keys)
        AND (reeve.catalog_types(e.relation, ARRAY[n]))[1] IS NULL
      UNION ALL
      SELECT '/' || k, 'shape', format('%s goes with table', k)
      FROM unnest('{of,schema}'::text[]) k WHERE e.spec ? k AND NOT e.spec ? 'table'
      UNION ALL
      SELECT CASE WHEN e.spec ? 'array' THEN '/array' ELSE '/column' END, x.code, x.message
      FROM (VALUES
        ('missing', format('%s has no column %s', e.relation, e.held), h.type IS NULL),
        ('type', format('%s of %s is %s, not an array of texts', e.held, e.relation, h.type),
          e.spec ? 'array' AND h.type !~ E'^(text|character varying(\\(\\d+\\))?)\\[\\]$'),
        ('type', format('%s of %s is %s, not json or jsonb', e.held, e.relation, h.type),
          e.spec ? 'path' AND h.type NOT IN ('json', 'jsonb')),
        ('type', format('%s of %s is %s, not a text', e.held, e.relation, h.type),
          e.spec ? 'column' AND NOT e.spec ? 'path' AND h.category <> 'S'))
        x(code, message, is_wrong)
      WHERE e.relation IS NOT NULL AND num_nonnulls(e.spec -> 'column', e.spec -> 'array') = 1
        AND x.is_wrong
      UNION ALL
      SELECT '/path', 'shape', 'path goes with column' WHERE e.spec ? 'path'
        AND NOT e.spec ? 'column'
      UNION ALL
      SELECT '/path', 'expression', t.problem
      FROM (SELECT reeve.catalog_try(format('SELECT %L::jsonpath', e.spec ->> 'path'),
        manifest ->> 'owner')) t(problem)
      WHERE e.spec ? 'path' AND t.problem IS NOT NULL
      UNION ALL
      SELECT '/name', x.code, x.message
      FROM (SELECT to_regprocedure(e.routine || '(text)')::oid) r(id)
      LEFT JOIN pg_proc p ON p.oid = r.id
      CROSS JOIN LATERAL (VALUES
        ('missing', format('there is no function %s(text)', e.routine), p.oid IS NULL),
        ('type', format('%s(text) must be immutable and return text', e.routine),
          p.provolatile <> 'i' OR p.prorettype <> 'text'::regtype OR p.proretset))
        x(code, message, is_wrong)
      WHERE e.spec ? 'name' AND x.is_wrong
      UNION ALL
      SELECT '/with', 'missing', format('%s has no parent %s', e.collection, n)
      FROM unnest(reeve.catalog_columns(e.spec -> 'with')) n
      WHERE manifest #> ARRAY['collections', e.collection, 'parents', n] IS NULL)
      f(part, code, message)
    ORDER BY e.path, f.part;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_files(jsonb) IS
  'Findings about where rows name objects of buckets, over collections that are sound.';
