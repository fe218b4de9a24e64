CREATE OR REPLACE FUNCTION reeve.catalog_capture(app_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
  changed text;
BEGIN
  FOR c IN
    SELECT l.*, a.owner_name, format('reeve.capture_%s', l.collection_id) AS routine
    FROM reeve.collection l JOIN reeve.app a USING (app)
    WHERE l.app = app_name
  LOOP
    PERFORM reeve.role_execute(c.owner_name, ARRAY[
      format('DROP TRIGGER IF EXISTS reeve_change ON %s', c.table_sql),
      format('DROP TRIGGER IF EXISTS reeve_change_update ON %s', c.table_sql),
      format('DROP TRIGGER IF EXISTS reeve_change_truncate ON %s', c.table_sql)]);
    IF c.search IS NULL OR NOT c.is_live THEN
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('DROP FUNCTION IF EXISTS %s()', c.routine)]);
      CONTINUE;
    END IF;
    -- A function of its own per collection: no column is looked up by name on the app's writes.
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format($f$
        CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
        AS $body$
        DECLARE
          t record;
        BEGIN
          IF TG_OP = 'TRUNCATE' THEN
            INSERT INTO reeve.change(collection_id, key) VALUES (%2$s, NULL);
            RETURN NULL;
          END IF;
          IF TG_OP <> 'INSERT' THEN
            t := OLD;
            INSERT INTO reeve.change(collection_id, key) VALUES (%2$s, %3$s);
          END IF;
          IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (%4$s) THEN
            t := NEW;
            INSERT INTO reeve.change(collection_id, key) VALUES (%2$s, %3$s);
          END IF;
          RETURN NULL;
        END
        $body$
      $f$, c.routine, c.collection_id, c.key_sql,
        (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', k), ' OR ')
          FROM unnest(c.key_columns) k)),
      format('COMMENT ON FUNCTION %s() IS %L', c.routine, format(
        'Generated: appends the keys of changed %s/%s rows to the change log.', c.app, c.name)),
      format('GRANT USAGE ON SCHEMA reeve TO %I', c.owner_name),
      format('GRANT EXECUTE ON FUNCTION %s() TO %I', c.routine, c.owner_name)]);
    SELECT string_agg(DISTINCT format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ')
    INTO changed
    FROM pg_attribute a
    WHERE a.attrelid = c.relation AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attname = ANY (c.key_columns)
        OR a.attname IN (
          SELECT n.name FROM jsonb_each(c.search) w
          CROSS JOIN LATERAL unnest(reeve.catalog_columns(w.value)) n(name))
        OR position('t.' || quote_ident(a.attname) IN c.label_sql) > 0);
    PERFORM reeve.role_execute(c.owner_name, ARRAY[
      format('CREATE TRIGGER reeve_change AFTER INSERT OR DELETE ON %s '
        'FOR EACH ROW EXECUTE FUNCTION %s()', c.table_sql, c.routine),
      format('CREATE TRIGGER reeve_change_update AFTER UPDATE ON %s '
        'FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %s()', c.table_sql, changed, c.routine),
      format('CREATE TRIGGER reeve_change_truncate AFTER TRUNCATE ON %s '
        'FOR EACH STATEMENT EXECUTE FUNCTION %s()', c.table_sql, c.routine)]);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_capture(text) IS
  'Makes the change triggers of an app''s searched collections anew: every insert and delete, '
  'an update only when a column of the document or the key changed, and truncation. '
  'Takes SHARE ROW EXCLUSIVE on those tables.';
