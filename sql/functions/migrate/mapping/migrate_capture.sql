CREATE OR REPLACE FUNCTION reeve.migrate_capture(
  copy_id int, is_back boolean, suffix text DEFAULT NULL)
RETURNS TABLE(role_name text, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_capture.copy_id);
  live regclass := CASE WHEN is_back THEN c.target ELSE c.source END;
  other regclass := CASE WHEN is_back THEN c.source ELSE c.target END;
  a text := CASE WHEN is_back THEN 't' ELSE 's' END;
  types text[];
  p record;
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = live);
  routine text;
  used text := (
    SELECT string_agg(m.value_sql, ' ') FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE m.is_back = migrate_capture.is_back);
  logs int[];
  changed text;
BEGIN
  FOR p IN SELECT * FROM reeve.migrate_parts(c.mapping,
    CASE WHEN is_back THEN 'target' ELSE 'source' END, live,
    CASE WHEN NOT is_back THEN suffix END) q ORDER BY q.place
  LOOP
    types := reeve.catalog_types(p.relation, p.keys);
    routine := format('reeve.follow_%s_%s%s', c.copy_id, CASE WHEN is_back THEN 2 ELSE 1 END,
      '_' || nullif(p.place, 0));
    -- Searched collections of the table that follows: meanwhile these triggers write their log.
    logs := -c.copy_id || ARRAY(
      SELECT l.collection_id FROM reeve.collection l
      WHERE p.place = 0 AND l.relation = other AND l.is_live AND l.search IS NOT NULL
      ORDER BY l.collection_id);
    -- A column whose name occurs in an expression counts as used; one too many costs a log entry.
    SELECT reeve.change_differs(array_agg(f.attname::text ORDER BY f.attnum))
    INTO changed
    FROM pg_attribute f
    WHERE f.attrelid = p.relation AND f.attnum > 0 AND NOT f.attisdropped
      AND (f.attname = ANY (p.keys) OR p.is_list OR position(f.attname IN used) > 0
        OR used ~ format(E'\\m%s\\M(?!\\.)|\\m%s\\.\\*', a, a));
    RETURN QUERY VALUES
      ('reeve_owner', reeve.change_function(routine, logs, p.relation, p.keys, types)),
      ('reeve_owner', format('COMMENT ON FUNCTION %s() IS %L', routine,
        format('Generated: appends the keys of rows that the copy %s must follow to the change '
          'log.', c.name))),
      ('reeve_owner', format('GRANT USAGE ON SCHEMA reeve TO %I', owner_name)),
      ('reeve_owner', format('GRANT EXECUTE ON FUNCTION %s(), reeve.migrate_closed(), '
        'reeve.migrate_used() TO %I', routine,
        owner_name)),
      (owner_name, format('CREATE TRIGGER reeve_follow AFTER INSERT OR DELETE ON %s '
        'FOR EACH ROW EXECUTE FUNCTION %s()', p.name, routine)),
      (owner_name, format('CREATE TRIGGER reeve_follow_update AFTER UPDATE ON %s '
        'FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %s()', p.name, changed,
        routine)),
      (owner_name, format('CREATE TRIGGER reeve_follow_truncate AFTER TRUNCATE ON %s '
        'FOR EACH STATEMENT EXECUTE FUNCTION %s()', p.name, routine));
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.migrate_capture(int, boolean, text) IS
  'Statements that create the change triggers of the live tables: for every insert and delete, '
  'for an update if a column that the copy uses changed, and for truncation; for a part, with '
  'the key of its unit. suffix: that of the source''s future name, as in reeve.migrate_parts.';
