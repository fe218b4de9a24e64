CREATE OR REPLACE FUNCTION reeve.catalog_check_feeds(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  feed jsonb := manifest -> 'feed';
  who text := feed ->> 'who';
BEGIN
  RETURN QUERY
    SELECT f.at, f.code, f.message
    FROM (VALUES
      ('/feed', 'missing', 'no collection has a feed',
        feed IS NOT NULL AND NOT EXISTS (SELECT FROM reeve.catalog_feeds(manifest))),
      ('/feed/who', 'missing', format('there is no collection %s', who),
        who IS NOT NULL AND NOT manifest -> 'collections' ? who),
      ('/feed/who', 'key', format('the key of %s is of several columns', who), cardinality(
        reeve.catalog_columns(manifest #> ARRAY['collections', who, 'key'])) > 1)
    ) f(at, code, message, is_wrong)
    WHERE f.is_wrong
    UNION ALL
    SELECT format('/feed/roles/%s', r.place - 1), 'missing', format('there is no role %s', r.name)
    FROM unnest(reeve.catalog_columns(feed -> 'roles')) WITH ORDINALITY r(name, place)
    WHERE to_regrole(quote_ident(r.name)) IS NULL
    UNION ALL
    SELECT '/feed', 'exists', format('%s has a function %s of its own', manifest ->> 'schema',
      p.oid::regprocedure)
    FROM pg_proc p
    WHERE feed IS NOT NULL AND p.prosrc !~ E'reeve\\.changes_\\d+\\('
      AND p.oid = to_regprocedure(format('%I.changes(text, int, text)', manifest ->> 'schema'))
    UNION ALL
    SELECT n.path || f.at, f.code, f.message
    FROM reeve.catalog_feeds(manifest) n
    CROSS JOIN LATERAL (
      SELECT '', 'missing', 'the app has no feed: say under /feed who may read it'
      WHERE feed IS NULL
      UNION ALL
      SELECT '/gone', 'missing', 'gone narrows to, which is missing'
      WHERE n.spec ? 'gone' AND NOT n.spec ? 'to'
      UNION ALL
      SELECT '', 'personal',
        format('everybody would see %s, which is personal: it is in the key', k)
      FROM unnest(reeve.catalog_columns(manifest #> ARRAY['collections', n.collection, 'key'])) k
      WHERE k = ANY (reeve.catalog_columns(
        manifest #> ARRAY['collections', n.collection, 'personal']))
      UNION ALL
      SELECT format('/calls/%s', c.place - 1), 'missing', format('there is no function %I.%I',
        manifest ->> 'schema', c.name)
      FROM unnest(reeve.catalog_columns(n.spec -> 'calls')) WITH ORDINALITY c(name, place)
      WHERE NOT EXISTS (
        SELECT FROM pg_proc p JOIN pg_namespace s ON s.oid = p.pronamespace
        WHERE s.nspname = manifest ->> 'schema' AND p.proname = c.name)
    ) f(at, code, message);
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT n.path || e.at, 'expression', t.problem
    FROM reeve.catalog_feeds(manifest) n
    CROSS JOIN LATERAL (VALUES
      ('/to', 'SELECT FROM %s t WHERE %s', n.to_sql),
      ('/gone', 'SELECT FROM unnest(''{}''::text[]) reeve_key(key) WHERE %2$s', n.gone_sql),
      ('/where', 'SELECT FROM %s t WHERE %s', n.shown_sql)) e(at, statement, condition)
    CROSS JOIN LATERAL (
      SELECT reeve.catalog_try(format(e.statement, reeve.catalog_table(manifest, n.collection),
        replace(e.condition, '$6', 'NULL::text')), manifest ->> 'owner')) t(problem)
    WHERE t.problem IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_feeds(jsonb) IS
  'Findings about the feed of changes, over collections that are sound.';
