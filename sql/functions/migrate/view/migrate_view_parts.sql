CREATE OR REPLACE FUNCTION reeve.migrate_view_parts(copy_id int, unit_name text, names text[])
RETURNS TABLE(statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_view_parts.copy_id);
  keys text[] := reeve.migrate_keys(c.mapping, 'source');
  p record;
  routine text;
  view_name text;
  old_names text[];
  matches_old text;
  matches_new text;
  same_key text;
  same_old text;
  same_new text;
  found text;
  computed text;
  read_back text;
BEGIN
  RETURN QUERY
    SELECT format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', unit_name, a.name,
      CASE WHEN a.is_list THEN '''[]''' ELSE 'FALSE' END)
    FROM reeve.migrate_attributes(c.mapping, 'source', c.source) a WHERE a.column_name IS NULL;
  FOR p IN
    SELECT * FROM reeve.migrate_parts(c.mapping, 'source', c.source, '') q ORDER BY q.place
  LOOP
    view_name := p.name;
    -- As the table had them.
    SELECT string_agg(format('%s AS %I', CASE
        WHEN k.place IS NOT NULL THEN format('u.%I', keys[k.place])
        WHEN p.is_list AND a.atttypid = 'jsonb'::regtype THEN format('(e.v -> %L)', a.attname)
        WHEN p.is_list THEN format('(e.v ->> %L)::%s', a.attname,
          format_type(a.atttypid, a.atttypmod))
        ELSE format('u.%I', concat(nullif(p.part, '') || '.', a.attname)) END, a.attname), ', '
        ORDER BY a.attnum),
      array_agg(a.attname::text ORDER BY a.attnum)
    INTO read_back, old_names
    FROM pg_attribute a
    LEFT JOIN unnest(p.keys) WITH ORDINALITY k(name, place) ON k.name = a.attname
    WHERE a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped
      AND (p.is_list OR k.place IS NOT NULL
        OR concat(nullif(p.part, '') || '.', a.attname) = ANY (names));
    statement := format('CREATE VIEW %s AS SELECT %s FROM %s u%s', view_name, read_back,
      unit_name, CASE WHEN p.place = 0 THEN ''
      WHEN p.is_list THEN format(' CROSS JOIN LATERAL jsonb_array_elements(u.%I) e(v)', p.part)
      ELSE format(' WHERE u.%I', p.part) END);
    RETURN NEXT;
    statement := format('COMMENT ON VIEW %s IS %L', view_name,
      format('Generated: %s as it was, over %s.', view_name, c.target));
    RETURN NEXT;
    RETURN QUERY SELECT * FROM reeve.migrate_likeness(copy_id, p.place, view_name, old_names);
    IF p.place = 0 THEN
      CONTINUE; -- The database writes through it to the units.
    END IF;
    routine := format('%I.reeve_part_%s_%s', c.mapping #>> '{source,schema}', c.copy_id, p.place);
    SELECT string_agg(format('u.%I = OLD.%I', keys[k.place], k.name), ' AND '),
      string_agg(format('u.%I = NEW.%I', keys[k.place], k.name), ' AND '),
      string_agg(format('OLD.%1$I IS NOT DISTINCT FROM NEW.%1$I', k.name), ' AND ')
    INTO matches_old, matches_new, same_key
    FROM unnest(p.keys) WITH ORDINALITY k(name, place);
    IF p.is_list THEN
      SELECT string_agg(format('%s = OLD.%I', reeve.migrate_member(p.relation, l), l), ' AND '),
        string_agg(format('%s = NEW.%I', reeve.migrate_member(p.relation, l), l), ' AND ')
      INTO same_old, same_new FROM unnest(p.list) l;
      statement := format($f$
        CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        AS $body$
        #variable_conflict use_column
        BEGIN
          IF TG_OP = 'UPDATE' AND NOT (%5$s) THEN
            RAISE EXCEPTION 'a row of %% cannot move to another key through the old name', %11$L
              USING ERRCODE = 'feature_not_supported', HINT = 'Delete it and insert it.';
          END IF;
          IF TG_OP <> 'INSERT' THEN
            IF NOT EXISTS (SELECT FROM %2$s u CROSS JOIN LATERAL jsonb_array_elements(u.%6$I) e(v)
              WHERE %3$s AND %7$s)
            THEN
              RETURN NULL;
            END IF;
          END IF;
          IF TG_OP = 'DELETE' THEN
            UPDATE %2$s u SET %6$I = (SELECT coalesce(jsonb_agg(e.v ORDER BY %8$s), '[]')
              FROM jsonb_array_elements(u.%6$I) e(v) WHERE (%7$s) IS NOT TRUE)
            WHERE %3$s;
            RETURN OLD;
          END IF;
          IF NOT EXISTS (SELECT FROM %2$s u WHERE %4$s) THEN
            RAISE EXCEPTION 'insert on %% violates the foreign key to its main table', %11$L
              USING ERRCODE = 'foreign_key_violation';
          END IF;
          IF EXISTS (SELECT FROM %2$s u CROSS JOIN LATERAL jsonb_array_elements(u.%6$I) e(v)
            WHERE %4$s AND %9$s AND NOT (TG_OP = 'UPDATE' AND (%7$s)))
          THEN
            RAISE EXCEPTION 'duplicate key value in %%', %11$L USING ERRCODE = 'unique_violation';
          END IF;
          UPDATE %2$s u SET %6$I = (SELECT coalesce(jsonb_agg(e.v ORDER BY %8$s), '[]') FROM (
              SELECT e.v FROM jsonb_array_elements(u.%6$I) e(v)
              WHERE TG_OP = 'INSERT' OR (%7$s) IS NOT TRUE
              UNION ALL SELECT %10$s) e)
          WHERE %4$s;
          RETURN NEW;
        END
        $body$
      $f$, routine, unit_name, matches_old, matches_new, same_key, p.part,
        same_old, (SELECT string_agg(reeve.migrate_member(p.relation, l), ', ')
          FROM unnest(p.list) l),
        same_new, reeve.migrate_element(p.relation, p.shown, 'NEW'), view_name);
    ELSE
      SELECT string_agg(format(', %I = NEW.%I', a.name, a.column_name), '')
        FILTER (WHERE NOT a.is_generated),
        string_agg(format($f$
          IF TG_OP <> 'DELETE' AND NEW.%1$I IS NOT NULL
            AND (TG_OP = 'INSERT' OR NEW.%1$I::text IS DISTINCT FROM OLD.%1$I::text)
          THEN
            RAISE EXCEPTION 'column %% of %% is generated', %2$L, %3$L
              USING ERRCODE = 'generated_always';
          END IF;$f$, a.column_name, quote_ident(a.column_name), view_name), '')
        FILTER (WHERE a.is_generated)
      INTO found, computed
      FROM reeve.migrate_attributes(c.mapping, 'source', c.source) a
      WHERE a.part = p.part AND a.column_name = ANY (old_names);
      statement := format($f$
        CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        AS $body$
        #variable_conflict use_column
        DECLARE
          is_there boolean;
        BEGIN%9$s
          IF TG_OP = 'UPDATE' AND NOT (%5$s) THEN
            RAISE EXCEPTION 'a row of %% cannot move to another key through the old name', %8$L
              USING ERRCODE = 'feature_not_supported', HINT = 'Delete it and insert it.';
          END IF;
          IF TG_OP = 'DELETE' THEN
            UPDATE %2$s u SET %6$I = FALSE%10$s
            WHERE %3$s AND u.%6$I RETURNING u.%6$I INTO is_there;
            IF is_there THEN
              RAISE EXCEPTION 'a row of %% cannot go by itself: the mapping keeps it', %8$L
                USING ERRCODE = 'restrict_violation';
            END IF;
            RETURN CASE WHEN is_there IS NOT NULL THEN OLD END;
          END IF;
          IF TG_OP = 'INSERT' THEN
            SELECT u.%6$I INTO is_there FROM %2$s u WHERE %4$s;
            IF is_there IS NULL THEN
              RAISE EXCEPTION 'insert on %% violates the foreign key to its main table', %8$L
                USING ERRCODE = 'foreign_key_violation';
            ELSIF is_there THEN
              RAISE EXCEPTION 'duplicate key value in %%', %8$L USING ERRCODE = 'unique_violation';
            END IF;
          END IF;
          is_there := NULL;
          UPDATE %2$s u SET %6$I = TRUE%7$s
          WHERE %4$s AND (TG_OP = 'INSERT' OR u.%6$I) RETURNING u.%6$I INTO is_there;
          IF is_there IS FALSE THEN
            RAISE EXCEPTION 'the mapping does not keep a row of %% with these values', %8$L
              USING ERRCODE = 'check_violation';
          ELSIF is_there THEN
            SELECT %11$s INTO NEW FROM %2$s u WHERE %4$s;
          END IF;
          RETURN CASE WHEN is_there THEN NEW END;
        END
        $body$
      $f$, routine, unit_name, matches_old, matches_new, same_key, p.part, coalesce(found, ''),
        view_name, computed,
        (SELECT string_agg(format(', %I = NULL', a.name), '')
          FROM reeve.migrate_attributes(c.mapping, 'source', c.source) a
          WHERE a.part = p.part AND a.column_name = ANY (old_names) AND NOT a.is_generated),
        read_back);
    END IF;
    statement := reeve.migrate_fields(statement);
    RETURN NEXT;
    statement := format('COMMENT ON FUNCTION %s() IS %L', routine,
      format('Generated: writes to %s what is written to %s.', c.target, view_name));
    RETURN NEXT;
    statement := format('REVOKE ALL ON FUNCTION %s() FROM PUBLIC', routine);
    RETURN NEXT;
    statement := format('CREATE TRIGGER reeve_write INSTEAD OF INSERT OR UPDATE OR DELETE ON %s '
      'FOR EACH ROW EXECUTE FUNCTION %s()', view_name, routine);
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.migrate_view_parts(int, text, text[]) IS
  'Statements that create the views of the old names of a source in parts, over the view of its '
  'units, whose columns are names: a write to a part''s name is written to its unit.';
