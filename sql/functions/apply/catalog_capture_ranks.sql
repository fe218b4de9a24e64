CREATE OR REPLACE FUNCTION reeve.catalog_capture_ranks(app_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  r record;
  m record;
  changed text;
BEGIN
  FOR r IN
    SELECT k.*, n.routine, s.relation, s.name AS source, s.visible_column,
      reeve.key_expression('t', k.parent_columns, c.key_types) AS key_sql,
      to_regproc(n.routine)::oid AS routine_id
    FROM reeve.rank_rule k
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.collection s ON s.collection_id = k.source_id
    CROSS JOIN LATERAL (SELECT format('reeve.rank_capture_%s', k.rank_id)) n(routine)
    WHERE c.app = app_name
  LOOP
    PERFORM reeve.catalog_capture_drop(r.routine_id);
    IF NOT r.is_live THEN
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('DROP FUNCTION IF EXISTS %s()', r.routine)]);
      CONTINUE;
    END IF;
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format($f$
        CREATE OR REPLACE FUNCTION %s() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
        SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' AS %L
      $f$, r.routine, format($f$
        #variable_conflict use_column
        DECLARE
          t record;
        BEGIN
          IF TG_OP = 'TRUNCATE' THEN
            INSERT INTO reeve.change(collection_id, key) VALUES (-%1$s, NULL);
            RETURN NULL;
          ELSIF TG_LEVEL = 'STATEMENT' THEN
            INSERT INTO reeve.change(collection_id, keys)
            SELECT -%1$s, array_agg(w.key)
            FROM (
              SELECT d.key, (row_number() OVER () - 1) / 100 AS part
              FROM (SELECT DISTINCT %2$s AS key FROM reeve_written t WHERE %3$s) d) w
            GROUP BY w.part;
            RETURN NULL;
          END IF;
          IF TG_OP <> 'INSERT' THEN
            t := OLD;
            INSERT INTO reeve.change(collection_id, key) SELECT -%1$s, %2$s WHERE %3$s;
          END IF;
          IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (%4$s) THEN
            t := NEW;
            INSERT INTO reeve.change(collection_id, key) SELECT -%1$s, %2$s WHERE %3$s;
          END IF;
          RETURN NULL;
        END
      $f$, r.rank_id, r.key_sql,
        (SELECT string_agg(format('t.%I IS NOT NULL', k), ' AND ') FROM unnest(r.parent_columns) k),
        (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', k), ' OR ')
          FROM unnest(r.parent_columns) k))),
      format('COMMENT ON FUNCTION %s() IS %L', r.routine, format(
        'Generated: appends what changed %s/%s rows give points to, to the change log.', app_name,
        r.source))]);
    SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ')
    INTO changed
    FROM pg_attribute a
    WHERE a.attrelid = r.relation AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attname = ANY (r.parent_columns) OR a.attname = r.visible_column
        OR position('t.' || quote_ident(a.attname) IN r.score_sql) > 0);
    FOR m IN SELECT * FROM reeve.catalog_capture_tables(r.relation) LOOP
      PERFORM reeve.role_execute('reeve_owner', ARRAY[
        format('GRANT USAGE ON SCHEMA reeve TO %I', m.owner_name),
        format('GRANT EXECUTE ON FUNCTION %s() TO %I', r.routine, m.owner_name)]);
      PERFORM reeve.role_execute(m.owner_name, ARRAY(
        SELECT format('CREATE TRIGGER reeve_rank_%s_%s AFTER %s EXECUTE FUNCTION %s()', r.rank_id,
          w.name, format(w.body, m.name), r.routine)
        FROM (VALUES
          ('truncate', 'TRUNCATE ON %s FOR EACH STATEMENT', TRUE),
          ('insert', 'INSERT ON %s REFERENCING NEW TABLE AS reeve_written FOR EACH STATEMENT',
            m.is_alone),
          ('delete', 'DELETE ON %s REFERENCING OLD TABLE AS reeve_written FOR EACH STATEMENT',
            m.is_alone),
          ('row', 'INSERT OR DELETE ON %s FOR EACH ROW', NOT m.is_alone AND NOT m.is_cloned),
          ('update', format('UPDATE ON %%s FOR EACH ROW WHEN (%s)', replace(changed, '%', '%%')),
            NOT m.is_cloned)) w(name, body, is_wanted)
        WHERE w.is_wanted));
    END LOOP;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_capture_ranks(text) IS
  'Creates again the triggers by which the ranks of an app learn what gets other points: in the '
  'change log, under the rank''s number with a minus sign, the keys of ranked rows. Takes SHARE '
  'ROW EXCLUSIVE on the tables of what gives points.';
