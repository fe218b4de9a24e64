CREATE OR REPLACE FUNCTION reeve.catalog_capture(
  app_name text, only_functions boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
  m record;
  read text[];
BEGIN
  FOR c IN
    SELECT l.*, n.routine, to_regproc(n.routine)::oid AS routine_id, (
        -- Columns that flags and identifiers read.
        SELECT string_agg(w.value #>> '{}', ' ')
        FROM (
          SELECT l.identifiers AS spec
          UNION ALL
          SELECT f.spec FROM reeve.flag f
          WHERE f.collection_id = l.collection_id AND f.is_live AND f.kind <> 'rule'
          UNION ALL
          SELECT jsonb_agg('t.' || quote_ident(p.place #>> v.path))
          FROM reeve.app a
          CROSS JOIN LATERAL (SELECT a.manifest #> ARRAY['collections', l.name, 'place']) p(place)
          CROSS JOIN (VALUES ('{latitude}'::text[]), ('{longitude}'), ('{alike,same}'),
            ('{alike,name}')) v(path)
          WHERE a.app = l.app AND EXISTS (
            SELECT FROM reeve.flag f
            WHERE f.collection_id = l.collection_id AND f.kind = 'alike' AND f.is_live)) s
        CROSS JOIN LATERAL jsonb_path_query(s.spec, 'strict $.**') w(value)
        WHERE jsonb_typeof(w.value) = 'string') AS watched,
      l.identifiers <> '{}' OR EXISTS (
        SELECT FROM reeve.flag f
        WHERE f.collection_id = l.collection_id AND f.is_live AND f.kind <> 'rule')
        AS is_watched, reeve.feed_channel(l.collection_id) AS channel
    FROM reeve.collection l
    CROSS JOIN LATERAL (SELECT format('reeve.capture_%s', l.collection_id)) n(routine)
    WHERE l.app = app_name
  LOOP
    CONTINUE WHEN only_functions AND c.routine_id IS NULL;
    IF NOT only_functions THEN
      PERFORM reeve.catalog_capture_drop(c.routine_id);
    END IF;
    IF c.search IS NULL AND NOT c.is_watched AND c.channel IS NULL OR NOT c.is_live THEN
      CONTINUE WHEN only_functions;
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('DROP FUNCTION IF EXISTS %s()', c.routine)]);
      CONTINUE;
    END IF;
    SELECT array_agg(a.attname::text ORDER BY a.attnum) INTO read
    FROM pg_attribute a
    WHERE a.attrelid = c.relation AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attname = ANY (c.key_columns)
        -- Clients may read any column.
        OR c.channel IS NOT NULL AND a.attname <> ALL (c.touched_columns)
        OR a.attname IN (
          SELECT n.name FROM jsonb_each(coalesce(c.search, '{}')
            - '{language,public,roles,where,joined}'::text[]) w
          CROSS JOIN LATERAL unnest(reeve.catalog_columns(w.value)) n(name))
        OR a.attname = c.search #>> '{language,column}'
        OR c.search IS NOT NULL AND a.attname = c.visible_column
        OR c.search IS NOT NULL AND position('t.' || quote_ident(a.attname)
          IN concat_ws(' ', c.label_sql, c.search ->> 'where')) > 0
        OR position('t.' || quote_ident(a.attname) IN c.watched) > 0);
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      reeve.change_function(c.routine, ARRAY[c.collection_id], c.relation, c.key_columns,
        c.key_types, channel => c.channel, read => read),
      format('COMMENT ON FUNCTION %s() IS %L', c.routine, format(
        'Generated: appends the keys of changed %s/%s rows to the change log.', c.app, c.name))]);
    CONTINUE WHEN only_functions;
    FOR m IN SELECT * FROM reeve.catalog_capture_tables(c.relation) LOOP
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('GRANT USAGE ON SCHEMA reeve TO %I', m.owner_name),
        format('GRANT EXECUTE ON FUNCTION %s() TO %I', c.routine, m.owner_name)]);
      PERFORM reeve.role_execute(m.owner_name, ARRAY[
        format('CREATE TRIGGER reeve_change_truncate AFTER TRUNCATE ON %s '
          'FOR EACH STATEMENT EXECUTE FUNCTION %s()', m.name, c.routine)]
        || CASE WHEN m.is_cloned THEN '{}' WHEN m.is_alone THEN ARRAY[
          format('CREATE TRIGGER reeve_change AFTER INSERT ON %s REFERENCING NEW TABLE '
            'AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION %s()', m.name, c.routine),
          format('CREATE TRIGGER reeve_change_delete AFTER DELETE ON %s REFERENCING OLD TABLE '
            'AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION %s()', m.name, c.routine)]
          ELSE ARRAY[
          format('CREATE TRIGGER reeve_change AFTER INSERT OR DELETE ON %s '
            'FOR EACH ROW EXECUTE FUNCTION %s()', m.name, c.routine)] END
        || CASE WHEN m.is_cloned THEN '{}' ELSE ARRAY[
          format('CREATE TRIGGER reeve_change_update AFTER UPDATE ON %s '
            'FOR EACH ROW EXECUTE FUNCTION %s()', m.name, c.routine)] END);
    END LOOP;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_capture(text, boolean) IS
  'Creates the change triggers of an app''s collections anew, for those that are searched or '
  'have flags, identifiers or a feed: for every insert and delete, for an update only if a '
  'column that those read changed (for a feed, any that is not touched), and for truncation; on '
  'the table, its partitions and its children. Inserts and deletes are captured by statement if '
  'the table is alone, else by row. Takes ACCESS EXCLUSIVE on those tables. only_functions: '
  'replaces the functions that are there, and locks no table.';
