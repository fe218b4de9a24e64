CREATE OR REPLACE FUNCTION reeve.catalog_capture_related(
  app_name text, only_functions boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  r record;
  m record;
BEGIN
  FOR r IN
    SELECT e.*, format('reeve.%s_capture_%s', e.what, e.number) AS routine,
      to_regproc(format('reeve.%s_capture_%s', e.what, e.number))::oid AS routine_id,
      s.relation, s.name AS source
    FROM (
      SELECT 'rank' AS what, k.rank_id AS number, k.is_live, k.source_id,
        k.parent_columns AS columns, c.key_types AS types, k.parent_columns || ARRAY(
          SELECT a.attname::text FROM pg_attribute a
          WHERE a.attrelid = s.relation AND (a.attname = s.visible_column
            OR position('t.' || quote_ident(a.attname) IN k.score_sql) > 0)) AS watched,
        'rows that get points from' AS note, TRUE AS has_insert,
        k.collection_id AS fed_id
      FROM reeve.rank_rule k
      JOIN reeve.collection c USING (collection_id)
      JOIN reeve.collection s ON s.collection_id = k.source_id
      WHERE c.app = app_name
      UNION ALL
      SELECT 'join', j.join_id, j.is_live, j.source_id, s.key_columns, s.key_types,
        s.key_columns || s.visible_column || j.columns, 'parents of searched rows among',
        NOT reeve.search_join_is_bound(j.join_id), NULL
      FROM reeve.search_join j
      JOIN reeve.collection c USING (collection_id)
      JOIN reeve.collection s ON s.collection_id = j.source_id
      WHERE c.app = app_name) e
    JOIN reeve.collection s ON s.collection_id = e.source_id
  LOOP
    CONTINUE WHEN only_functions AND r.routine_id IS NULL;
    IF NOT only_functions THEN
      PERFORM reeve.catalog_capture_drop(r.routine_id);
    END IF;
    IF NOT r.is_live THEN
      CONTINUE WHEN only_functions;
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('DROP FUNCTION IF EXISTS %s()', r.routine)]);
      CONTINUE;
    END IF;
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      reeve.change_function(r.routine, ARRAY[-r.number], r.relation, r.columns, r.types, TRUE,
        reeve.feed_channel(r.fed_id), ARRAY(
          SELECT DISTINCT w FROM unnest(r.watched) w WHERE w IS NOT NULL ORDER BY w)),
      format('COMMENT ON FUNCTION %s() IS %L', r.routine, format(
        'Generated: appends the keys of %s %s/%s to the change log.', r.note, app_name,
        r.source))]);
    CONTINUE WHEN only_functions;
    FOR m IN SELECT * FROM reeve.catalog_capture_tables(r.relation) LOOP
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('GRANT USAGE ON SCHEMA reeve TO %I', m.owner_name),
        format('GRANT EXECUTE ON FUNCTION %s() TO %I', r.routine, m.owner_name)]);
      PERFORM reeve.role_execute(m.owner_name, ARRAY(
        SELECT format('CREATE TRIGGER reeve_%s_%s_%s AFTER %s EXECUTE FUNCTION %s()', r.what,
          r.number, w.name, format(w.body, m.name), r.routine)
        FROM (VALUES
          ('truncate', 'TRUNCATE ON %s FOR EACH STATEMENT', TRUE),
          ('insert', 'INSERT ON %s REFERENCING NEW TABLE AS reeve_written FOR EACH STATEMENT',
            m.is_alone AND r.has_insert),
          ('delete', 'DELETE ON %s REFERENCING OLD TABLE AS reeve_written FOR EACH STATEMENT',
            m.is_alone),
          ('row', 'INSERT OR DELETE ON %s FOR EACH ROW', NOT m.is_alone AND NOT m.is_cloned),
          ('update', 'UPDATE ON %s FOR EACH ROW', NOT m.is_cloned)) w(name, body, is_wanted)
        WHERE w.is_wanted));
    END LOOP;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_capture_related(text, boolean) IS
  'Creates anew the triggers that log what changes in other tables for rows that depend on them, '
  'in the change log under the number of a rank or join with a minus sign: the keys of ranked rows '
  'whose points change, and of parents whose texts searched rows use. Takes SHARE ROW EXCLUSIVE on '
  'the tables that give points and on those of parents. only_functions: replaces the functions '
  'that are there, and locks no table.';
