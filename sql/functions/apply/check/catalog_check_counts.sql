CREATE OR REPLACE FUNCTION reeve.catalog_check_counts(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  n record;
  relation regclass;
  problem text;
BEGIN
  FOR n IN SELECT * FROM reeve.catalog_counts(manifest) LOOP
    relation := reeve.catalog_table(manifest, n.collection)::regclass;
    RETURN QUERY
      SELECT n.path || f.at, f.code, f.message
      FROM (VALUES
        ('', 'count', 'a count is either of a collection, via a parent, or sql',
          n.spec ? 'sql' = n.spec ? 'of' OR n.spec ? 'of' <> n.spec ? 'via'),
        ('', 'count', format('%s shows a column of that name', n.collection),
          n.name = ANY (reeve.catalog_columns(
            manifest #> ARRAY['collections', n.collection, 'show']))),
        ('/of', 'missing', format('there is no collection %s', n.spec ->> 'of'),
          n.spec ? 'of' AND NOT manifest -> 'collections' ? (n.spec ->> 'of')),
        ('/via', 'missing', format('%s has no parent %s that is a %s', n.spec ->> 'of',
          n.spec ->> 'via', n.collection), n.spec ? 'via' AND n.columns IS NULL
          AND manifest -> 'collections' ? (n.spec ->> 'of')),
        ('/stored', 'missing', format('%s has no column %s of whole numbers', relation,
          n.spec ->> 'stored'), n.spec ? 'stored' AND ((reeve.catalog_types(relation,
            ARRAY[n.spec ->> 'stored']))[1] IN ('smallint', 'integer', 'bigint')) IS NOT TRUE)
      ) f(at, code, message, is_wrong)
      WHERE f.is_wrong;
    CONTINUE WHEN FOUND OR n.count_sql IS NULL;
    problem := reeve.catalog_try(format('SELECT %s FROM %s', n.count_sql, reeve.catalog_row(
      reeve.catalog_table(manifest, n.collection),
      reeve.catalog_columns(manifest #> ARRAY['collections', n.collection, 'key']))),
      manifest ->> 'owner');
    IF problem IS NOT NULL THEN
      RETURN QUERY SELECT n.path || CASE WHEN n.spec ? 'sql' THEN '/sql' WHEN n.spec ? 'where'
        THEN '/where' ELSE '' END, 'expression', problem;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_counts(jsonb) IS
  'Findings about counts, over collections that are sound.';
