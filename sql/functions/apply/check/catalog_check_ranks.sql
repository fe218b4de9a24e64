CREATE OR REPLACE FUNCTION reeve.catalog_check_ranks(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  n record;
  by_name text;
  source text;
BEGIN
  FOR n IN SELECT * FROM reeve.catalog_ranks(manifest) LOOP
    by_name := n.spec #>> '{by,collection}';
    RETURN QUERY
      SELECT n.path || f.at, f.code, f.message
      FROM (VALUES
        ('/of', 'missing', format('there is no collection %s', n.spec ->> 'of'),
          NOT manifest -> 'collections' ? (n.spec ->> 'of')),
        ('/via', 'missing', format('%s has no parent %s that is a %s', n.spec ->> 'of',
          n.spec ->> 'via', n.collection), n.columns IS NULL
          AND manifest -> 'collections' ? (n.spec ->> 'of')),
        ('/by/collection', 'missing', format('there is no collection %s', by_name),
          by_name IS NOT NULL AND NOT manifest -> 'collections' ? by_name),
        ('/by/collection', 'key', format('the key of %s is of several columns', by_name),
          cardinality(reeve.catalog_columns(
            manifest #> ARRAY['collections', by_name, 'key'])) > 1),
        ('/roles', 'missing', 'roles needs public: true',
          n.spec ? 'roles' AND NOT coalesce((n.spec -> 'public')::boolean, FALSE))
      ) f(at, code, message, is_wrong)
      WHERE f.is_wrong
      UNION ALL
      SELECT format('%s/roles/%s', n.path, r.place - 1), 'missing',
        format('there is no role %s', r.name)
      FROM unnest(reeve.catalog_columns(n.spec -> 'roles')) WITH ORDINALITY r(name, place)
      WHERE to_regrole(quote_ident(r.name)) IS NULL
      UNION ALL
      SELECT n.path || '/public', 'personal', format('everybody would see %s, which is personal: '
        'the label names it', p)
      FROM unnest(reeve.catalog_personal_labels(manifest, n.collection)) p
      WHERE (n.spec -> 'public')::boolean
      UNION ALL
      SELECT n.path || '/public', 'exists', format('%s has a function %s of its own',
        manifest ->> 'schema', p.oid::regprocedure)
      FROM pg_proc p
      WHERE (n.spec -> 'public')::boolean
        AND p.oid = to_regprocedure(format('%I.%I(text, float8, float8, float8, int)',
          manifest ->> 'schema', 'trending_' || n.collection))
        AND p.prosrc !~ E'reeve\\.trending_\\d+\\(';
    CONTINUE WHEN FOUND;
    source := reeve.catalog_table(manifest, n.spec ->> 'of');
    RETURN QUERY
      SELECT n.path || e.at, 'expression', t.problem
      FROM (VALUES
        ('/points', format('SELECT (%s)::float8 FROM %s t', n.spec ->> 'points', source)),
        ('/at', format('SELECT (%s)::timestamptz FROM %s t', n.spec ->> 'at', source)),
        ('/where', format('SELECT FROM %s t WHERE %s', source,
          coalesce(reeve.catalog_moment(n.spec ->> 'where'), 'TRUE'))),
        ('/listed', format('SELECT FROM %s t WHERE %s',
          reeve.catalog_table(manifest, n.collection), n.listed_sql)),
        ('/by/weight', format('SELECT %s FROM %s t',
          coalesce(replace(n.weight_sql, '$6', 'NULL::text'), '1'),
          reeve.catalog_table(manifest, n.collection)))) e(at, statement)
      CROSS JOIN LATERAL (
        SELECT reeve.catalog_try(e.statement, manifest ->> 'owner')) t(problem)
      WHERE t.problem IS NOT NULL;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_ranks(jsonb) IS
  'Findings about ranks, over collections that are sound.';
