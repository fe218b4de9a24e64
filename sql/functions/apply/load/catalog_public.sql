-- Each publicly searched collection has five functions in the app's schema, and each publicly
-- ranked one has one; they belong to the app's owner. Only that owner may run the functions of
-- Reeve behind them, which serve this collection alone; the app's roles run the former and get no
-- right on the latter. An error is raised anew in the app's function: its context names that one
-- alone.
CREATE OR REPLACE FUNCTION reeve.catalog_public(
  manifest jsonb, only_functions boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
  f record;
  spec jsonb;
  arguments text;
  is_stable boolean;
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
          'TABLE(key text, label text, rank real, marked text[], snippet text[], corrected text, '
          'place jsonb)', 'reeve.search_public(%s, $1, $2, $3, $4, $5)'),
        ('suggest', 'search', 'prefix text, max int DEFAULT 8', 'text, int',
          'TABLE(suggestion text, key text)', 'reeve.search_suggest(%s, $1, $2)'),
        ('find', 'search', 'query text, options jsonb DEFAULT ''{}''', 'text, jsonb', 'jsonb',
          'reeve.search_answer(%s, $1, $2)'),
        ('complete', 'search', 'prefix text, options jsonb DEFAULT ''{}''', 'text, jsonb', 'jsonb',
          'reeve.search_completed(%s, $1, $2)'),
        ('opened', 'search', 'query text, key text, visitor text DEFAULT NULL',
          'text, text, text', 'void', 'reeve.search_opened(%s, $1, $2, $3)'),
        ('trending', 'rank', 'by_key text DEFAULT NULL, latitude float8 DEFAULT NULL, '
          'longitude float8 DEFAULT NULL, within float8 DEFAULT NULL, max int DEFAULT 20',
          'text, float8, float8, float8, int',
          'TABLE(key text, label text, score float8, distance float8)',
          'reeve.rank_public(%s, $1, $2, $3, $4, $5)')
      ) o(verb, key, parameters, types, returned, rule)
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
      arguments := (SELECT string_agg('$' || n, ', ')
        FROM generate_series(1, array_length(string_to_array(f.types, ','), 1)) n);
      -- A function that counts calls writes, so it is not stable: PostgREST would run it read-only.
      is_stable := starts_with(f.returned, 'TABLE') AND NOT spec ? 'limit';
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('CREATE OR REPLACE FUNCTION %s(%s) RETURNS %s LANGUAGE sql SECURITY DEFINER '
          'SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning AS %L',
          f.served, f.parameters, f.returned, 'SELECT * FROM ' || format(f.rule, c.collection_id)),
        CASE WHEN is_stable THEN format('ALTER FUNCTION %s(%s) STABLE', f.served, f.types) END,
        format('COMMENT ON FUNCTION %s(%s) IS %L', f.served, f.types,
          format('Generated: what %s calls.', f.own)),
        format('REVOKE ALL ON FUNCTION %s(%s) FROM PUBLIC', f.served, f.types),
        format('GRANT USAGE ON SCHEMA reeve TO %I', manifest ->> 'owner'),
        format('GRANT EXECUTE ON FUNCTION %s(%s) TO %I', f.served, f.types,
          manifest ->> 'owner')]);
      CONTINUE WHEN only_functions;
      PERFORM reeve.role_execute(manifest ->> 'owner', ARRAY[
        format('CREATE OR REPLACE FUNCTION %s(%s) RETURNS %s LANGUAGE plpgsql SECURITY DEFINER '
          'SET search_path = pg_catalog, pg_temp AS %L', f.own, f.parameters, f.returned,
          replace(format(E'DECLARE\n  code text;\n  said text;\n  advice text;\nBEGIN\n'
            '  PERFORM %s(%s);\nEXCEPTION WHEN query_canceled OR OTHERS THEN\n'
            '  GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, said = MESSAGE_TEXT,\n'
            '    advice = PG_EXCEPTION_HINT;\n'
            '  IF advice = '''' THEN\n    RAISE EXCEPTION USING ERRCODE = code, MESSAGE = said;\n'
            '  END IF;\n'
            '  RAISE EXCEPTION USING ERRCODE = code, MESSAGE = said, HINT = advice;\nEND',
            f.served, arguments), 'PERFORM', CASE f.returned WHEN 'void' THEN 'PERFORM'
            WHEN 'jsonb' THEN 'RETURN' ELSE 'RETURN QUERY SELECT * FROM' END)),
        CASE WHEN is_stable THEN format('ALTER FUNCTION %s(%s) STABLE', f.own, f.types) END,
        format('COMMENT ON FUNCTION %s(%s) IS %L', f.own, f.types,
          reeve.public_comment(c.name, f.verb, spec)),
        format('REVOKE ALL ON FUNCTION %s(%s) FROM PUBLIC', f.own, f.types)]);
    END LOOP;
  END LOOP;
  PERFORM reeve.catalog_feed(manifest, only_functions);
  IF NOT only_functions THEN
    PERFORM reeve.catalog_meters(manifest);
    PERFORM reeve.catalog_callers(manifest);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.catalog_public(jsonb, boolean) IS
  'Creates search_…, suggest_…, find_…, complete_… and opened_… in the app''s schema for each '
  'publicly searched collection, trending_… for each publicly ranked one, and changes for a feed; '
  'drops those no longer declared. Runs as the installer. only_functions: replaces only Reeve''s '
  'functions behind them.';
