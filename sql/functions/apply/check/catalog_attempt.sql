-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.catalog_attempt(manifest jsonb)
RETURNS TABLE(
  path text, collection text, verb text, key text, problem text, touched jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.collection;
  sample text;
  said text;
  item record;
  found jsonb := '[]';
BEGIN
  BEGIN
    PERFORM FROM reeve.catalog_apply(manifest);
    FOR c IN
      SELECT l.* FROM reeve.collection l
      WHERE l.app = manifest ->> 'app' AND l.is_live ORDER BY l.collection_id
    LOOP
      said := NULL;
      BEGIN
        EXECUTE reeve.reader_call(c.app, 'key text', '{}') INTO sample
        USING format('SELECT %s FROM %s t ORDER BY t.%I LIMIT 1', c.key_sql, c.table_sql,
          c.key_columns[1]);
      EXCEPTION WHEN query_canceled THEN
        RAISE;
      WHEN OTHERS THEN
        said := SQLERRM;
      END;
      IF said IS NOT NULL OR sample IS NULL THEN
        found := found || jsonb_build_object('path', '/collections/' || c.name,
          'collection', c.name, 'problem', coalesce(said, 'there is no row to try it on'),
          'verb', CASE WHEN said IS NOT NULL THEN 'show' END);
        CONTINUE;
      END IF;
      FOR item IN
        SELECT a.verb, a.path FROM reeve.catalog_actions(manifest) a
        WHERE a.collection = c.name AND a.verb <> 'erase' AND EXISTS (
          SELECT FROM reeve.rule r
          WHERE r.app = c.app AND r.verb = a.verb AND r.collection_id = c.collection_id
            AND r.is_live AND r.kind <> 'list')
        UNION ALL
        SELECT 'erase', format('/collections/%s/erase', c.name) WHERE c.erase IS NOT NULL
      LOOP
        found := found || (
          SELECT jsonb_build_object('path', item.path, 'collection', c.name, 'verb', item.verb,
            'key', sample, 'problem', o.problem, 'touched', o.touched)
          FROM reeve.catalog_attempt_one(c, item.verb, sample) o);
      END LOOP;
    END LOOP;
    RAISE EXCEPTION USING ERRCODE = 'RV900';
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    NULL;
  END;
  RETURN QUERY
    SELECT f.* FROM jsonb_to_recordset(found)
      f(path text, collection text, verb text, key text, problem text, touched jsonb);
END
$$;

COMMENT ON FUNCTION reeve.catalog_attempt(jsonb) IS
  'Applies a manifest, performs each of its verbs that change rows on one row of each '
  'collection, undoes it, and rolls everything back. One row per attempt; verb is NULL if there '
  'was no row to try it on. Runs as the installer and holds the locks of reeve.catalog_apply '
  'until it returns. The action numbers that it drew are not used again. NULL: verb, key, '
  'problem, touched.';
