-- Each publicly searched collection has two functions in the app's schema, and each publicly
-- ranked one has one; they belong to the app's owner. Only that owner may run the functions of
-- Reeve behind them, which serve this collection alone; the app's roles run the former and get no
-- right on the latter.
CREATE OR REPLACE FUNCTION reeve.catalog_public(
  manifest jsonb, only_functions boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
  f record;
  spec jsonb;
BEGIN
  FOR c IN
    SELECT l.* FROM reeve.collection l WHERE l.app = manifest ->> 'app' ORDER BY l.collection_id
  LOOP
    FOR f IN
      SELECT o.*, format('%I.%I', manifest ->> 'schema', o.verb || '_' || c.name) AS own,
        format('reeve.%s_%s', o.verb, c.collection_id) AS served
      FROM (VALUES
        ('search', 'search', 'query text, filters jsonb DEFAULT ''{}'', '
          'sort text DEFAULT ''relevance'', max int DEFAULT 20, after jsonb DEFAULT NULL',
          'text, jsonb, text, int, jsonb',
          'key text, label text, rank real, marked text[], snippet text[], corrected text, '
          'place jsonb', 'reeve.search_public(%s, $1, $2, $3, $4, $5)'),
        ('suggest', 'search', 'prefix text, max int DEFAULT 8', 'text, int',
          'suggestion text, key text', 'reeve.search_suggest(%s, $1, $2)'),
        ('trending', 'rank', 'by_key text DEFAULT NULL, latitude float8 DEFAULT NULL, '
          'longitude float8 DEFAULT NULL, within float8 DEFAULT NULL, max int DEFAULT 20',
          'text, float8, float8, float8, int',
          'key text, label text, score float8, distance float8',
          'reeve.rank_public(%s, $1, $2, $3, $4, $5)')
      ) o(verb, key, parameters, types, columns, rule)
    LOOP
      CONTINUE WHEN only_functions AND to_regproc(f.served) IS NULL;
      spec := manifest #> ARRAY['collections', c.name, f.key];
      IF NOT (c.is_live AND coalesce((spec -> 'public')::boolean, FALSE)) THEN
        -- The one in the app's schema is dropped only if Reeve made it.
        IF EXISTS (
          SELECT FROM pg_proc p
          WHERE p.oid = to_regprocedure(format('%s(%s)', f.own, f.types))
            AND strpos(p.prosrc, f.served || '(') > 0) THEN
          PERFORM reeve.role_execute(manifest ->> 'owner', ARRAY[
            format('DROP FUNCTION %s(%s)', f.own, f.types)]);
        END IF;
        IF to_regprocedure(format('%s(%s)', f.served, f.types)) IS NOT NULL THEN
          PERFORM reeve.role_execute('reeve_owner', ARRAY[
            format('DROP FUNCTION %s(%s)', f.served, f.types)]);
        END IF;
        CONTINUE;
      END IF;
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('CREATE OR REPLACE FUNCTION %s(%s) RETURNS TABLE(%s) LANGUAGE sql STABLE '
          'SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp '
          'SET client_min_messages = warning AS %L', f.served, f.parameters, f.columns,
          'SELECT * FROM ' || format(f.rule, c.collection_id)),
        format('COMMENT ON FUNCTION %s(%s) IS %L', f.served, f.types,
          format('Generated: what %s calls.', f.own)),
        format('REVOKE ALL ON FUNCTION %s(%s) FROM PUBLIC', f.served, f.types),
        format('GRANT USAGE ON SCHEMA reeve TO %I', manifest ->> 'owner'),
        format('GRANT EXECUTE ON FUNCTION %s(%s) TO %I', f.served, f.types,
          manifest ->> 'owner')]);
      CONTINUE WHEN only_functions;
      PERFORM reeve.role_execute(manifest ->> 'owner', ARRAY[
        format('CREATE OR REPLACE FUNCTION %s(%s) RETURNS TABLE(%s) LANGUAGE sql STABLE '
          'SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS %L', f.own, f.parameters,
          f.columns, format('SELECT * FROM %s(%s)', f.served,
            CASE f.verb WHEN 'suggest' THEN '$1, $2' ELSE '$1, $2, $3, $4, $5' END)),
        format('COMMENT ON FUNCTION %s(%s) IS %L', f.own, f.types,
          reeve.public_comment(c.name, f.verb, spec)),
        format('REVOKE ALL ON FUNCTION %s(%s) FROM PUBLIC', f.own, f.types)]
        || ARRAY(
          SELECT format('GRANT EXECUTE ON FUNCTION %s(%s) TO %I', f.own, f.types, r)
          FROM unnest(reeve.catalog_columns(spec -> 'roles')) r));
    END LOOP;
  END LOOP;
  PERFORM reeve.catalog_feed(manifest, only_functions);
END
$$;

COMMENT ON FUNCTION reeve.catalog_public(jsonb, boolean) IS
  'Creates search_… and suggest_… in the app''s schema for each publicly searched collection and '
  'trending_… for each publicly ranked one, and changes for a feed; drops those no '
  'longer declared. '
  'Runs as the installer. only_functions: only replaces '
  'those of Reeve behind them.';
