CREATE OR REPLACE FUNCTION reeve.migrate_view_rows(copy_id int) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_view_rows.copy_id);
  rows_name text := format('%I.reeve_rows_%s', c.mapping #>> '{source,schema}', c.copy_id);
  routine text := format('%I.reeve_put_%s', c.mapping #>> '{source,schema}', c.copy_id);
  keys text[] := reeve.migrate_keys(c.mapping, 'target');
  -- Whose the views are, and where.
  owner_id oid := (SELECT r.relowner FROM pg_class r WHERE r.oid = c.source);
  schema_id oid := to_regnamespace(quote_ident(c.mapping #>> '{source,schema}'));
  p record;
  key_pairs text;
  sets text;
  names text;
  old_row text;
  counted text;
  new_row text;
  matches text;
  moves text[] := '{}';
  removals text[] := '{}';
  writes text := '';
BEGIN
  RETURN NEXT format('CREATE VIEW %s AS SELECT * FROM %s u', rows_name,
    reeve.migrate_unit(c.mapping, 'target', c.target));
  RETURN NEXT format('COMMENT ON VIEW %s IS %L', rows_name, format(
    'Generated: the rows of %s, wherever it is moved, for writes to %s.', c.target, c.source));
  RETURN NEXT reeve.migrate_unshared(owner_id, schema_id, rows_name);
  IF NOT EXISTS (
    SELECT FROM reeve.migrate_parts(c.mapping, 'target', c.target) q WHERE q.place > 0)
  THEN
    RETURN;
  END IF;
  FOR p IN SELECT * FROM reeve.migrate_parts(c.mapping, 'target', c.target) q ORDER BY q.place LOOP
    RETURN NEXT format('CREATE VIEW %s_%s AS SELECT * FROM %s', rows_name, p.place, p.name);
    RETURN NEXT format('COMMENT ON VIEW %s_%s IS %L', rows_name, p.place, format(
      'Generated: the rows of %s, wherever it is moved, for writes to %s.', p.name, c.source));
    RETURN NEXT reeve.migrate_unshared(owner_id, schema_id, format('%s_%s', rows_name, p.place));
    SELECT string_agg(format('w.%I = OLD.%I', p.keys[k.place], k.name), ' AND '),
      string_agg(format('%I = NEW.%I', p.keys[k.place], k.name), ', '),
      string_agg(format('w.%I = NEW.%I', p.keys[k.place], k.name), ' AND ')
    INTO matches, sets, key_pairs FROM unnest(keys) WITH ORDINALITY k(name, place);
    removals := format('DELETE FROM %s_%s w WHERE %s', rows_name, p.place, matches) || removals;
    moves := format('UPDATE %s_%s w SET %s WHERE %s', rows_name, p.place, sets, matches) || moves;
    matches := key_pairs;
    IF p.is_list THEN
      SELECT string_agg(format(' AND w.%I = %s', l, CASE WHEN l = p.numbered THEN 'e.place'
        ELSE reeve.migrate_member(p.relation, l) END), '') INTO key_pairs FROM unnest(p.list) l;
      SELECT string_agg(format('%I = %s', s, reeve.migrate_member(p.relation, s)), ', ')
        FILTER (WHERE s <> ALL (p.list) AND a.attidentity <> 'a'),
        string_agg(quote_ident(s), ', '), string_agg(reeve.migrate_member(p.relation, s), ', ')
      INTO sets, names, new_row
      FROM unnest(p.shown) s
      JOIN pg_attribute a ON a.attrelid = p.relation AND a.attname = s;
      -- Rows that other transactions add meanwhile stay.
      writes := writes || format($f$
        IF TG_OP = 'INSERT' OR NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN
          IF %11$s IS DISTINCT FROM NEW.%1$I THEN
            RAISE EXCEPTION 'the rows of %% cannot hold these elements as they are', %12$L
              USING ERRCODE = 'invalid_parameter_value', DETAIL = NEW.%1$I::text,
                HINT = format('They would come back as %%s', %11$s);
          END IF;
          IF TG_OP = 'UPDATE' THEN
            DELETE FROM %2$s w
            USING jsonb_array_elements(OLD.%1$I) WITH ORDINALITY e(v, place)
            WHERE %3$s%4$s AND NOT EXISTS (
              SELECT FROM jsonb_array_elements(NEW.%1$I) WITH ORDINALITY e(v, place)
              WHERE TRUE%4$s);%5$s
          END IF;
          INSERT INTO %2$s(%7$s, %8$s) OVERRIDING SYSTEM VALUE
          SELECT %9$s, %10$s FROM jsonb_array_elements(NEW.%1$I) WITH ORDINALITY e(v, place)
          WHERE NOT EXISTS (SELECT FROM %2$s w WHERE %3$s%4$s);
        END IF;$f$, p.part, rows_name || '_' || p.place, matches, key_pairs,
        CASE WHEN sets IS NULL THEN '' ELSE format($f$
            UPDATE %2$s w SET %5$s
            FROM jsonb_array_elements(NEW.%1$I) WITH ORDINALITY e(v, place)
            WHERE %3$s%4$s AND %6$s IS DISTINCT FROM e.v;$f$, p.part,
          rows_name || '_' || p.place, matches, key_pairs, sets,
          reeve.migrate_element(p.relation, p.shown, 'w')) END, NULL,
        (SELECT string_agg(quote_ident(k), ', ') FROM unnest(p.keys) k),
        concat_ws(', ', names, quote_ident(p.numbered)),
        (SELECT string_agg(format('NEW.%I', k), ', ') FROM unnest(keys) k),
        concat_ws(', ', new_row, CASE WHEN p.numbered IS NOT NULL THEN 'e.place' END),
        reeve.migrate_stored(p.relation, p.shown, p.list, p.numbered, format('NEW.%I', p.part)),
        p.part);
      CONTINUE;
    END IF;
    SELECT string_agg(format('%I = NEW.%I', m.column_name, m.name), ', ')
        FILTER (WHERE NOT m.is_key),
      string_agg(quote_ident(m.column_name), ', ' ORDER BY m.place),
      string_agg(format('NEW.%I', m.name), ', ' ORDER BY m.place),
      string_agg(format('w.%I', m.column_name), ', ' ORDER BY m.place),
      reeve.call_expression('num_nonnulls', array_agg(format('NEW.%I', m.name)), ' + ')
    INTO sets, names, new_row, old_row, counted
    FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE NOT m.is_back AND NOT m.is_generated AND m.part = p.part AND m.column_name IS NOT NULL;
    sets := CASE WHEN sets IS NULL THEN $f$
          NULL;$f$ ELSE format($f$
          UPDATE %1$s w SET %2$s
          WHERE %3$s AND ROW(%4$s)::record *<> ROW(%5$s)::record;$f$,
      rows_name || '_' || p.place, sets, matches, old_row, new_row) END;
    IF p.place = 0 THEN
      writes := format($f$
        IF TG_OP = 'INSERT' THEN
          INSERT INTO %1$s_0(%2$s) OVERRIDING SYSTEM VALUE VALUES (%3$s);
        ELSE%4$s
        END IF;$f$, rows_name, names, new_row, sets);
    ELSE
      writes := writes || format($f$
        IF NEW.%1$I IS NOT TRUE THEN
          IF %7$s > 0 THEN
            RAISE EXCEPTION 'without a row of %% there is no place for these values', %8$L
              USING ERRCODE = 'check_violation';
          END IF;
          DELETE FROM %2$s w WHERE %3$s;
        ELSIF EXISTS (SELECT FROM %2$s w WHERE %3$s) THEN%4$s
        ELSE
          INSERT INTO %2$s(%5$s) OVERRIDING SYSTEM VALUE VALUES (%6$s);
        END IF;$f$, p.part, rows_name || '_' || p.place, matches, sets,
        concat_ws(', ', (SELECT string_agg(quote_ident(k), ', ') FROM unnest(p.keys) k), names),
        concat_ws(', ', (SELECT string_agg(format('NEW.%I', k), ', ') FROM unnest(keys) k),
          new_row), coalesce(counted, '0'), p.part);
    END IF;
  END LOOP;
  RETURN NEXT reeve.migrate_fields(format($f$
    CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
    AS $body$
    #variable_conflict use_column
    BEGIN
      IF TG_OP = 'DELETE' THEN
        %2$s;
        RETURN CASE WHEN FOUND THEN OLD END;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        IF NOT EXISTS (SELECT FROM %6$s_0 w WHERE %8$s) THEN
          RETURN NULL;
        END IF;
        IF %3$s THEN
          %4$s;
        END IF;
      END IF;%5$s
      SELECT * INTO NEW FROM %6$s w WHERE %7$s;
      RETURN NEW;
    END
    $body$
  $f$, routine,
    (SELECT format('WITH %s %s', string_agg(format('x%s AS (%s)', r.place, r.statement), ', ')
        FILTER (WHERE r.place < cardinality(removals)),
      max(r.statement) FILTER (WHERE r.place = cardinality(removals)))
      FROM unnest(removals) WITH ORDINALITY r(statement, place)),
    (SELECT string_agg(format('NEW.%1$I IS DISTINCT FROM OLD.%1$I', k), ' OR ')
      FROM unnest(keys) k),
    (SELECT format('WITH %s %s', string_agg(format('x%s AS (%s)', r.place, r.statement), ', ')
        FILTER (WHERE r.place < cardinality(moves)),
      max(r.statement) FILTER (WHERE r.place = cardinality(moves)))
      FROM unnest(moves) WITH ORDINALITY r(statement, place)),
    writes, rows_name,
    (SELECT string_agg(format('w.%1$I = NEW.%1$I', k), ' AND ') FROM unnest(keys) k),
    (SELECT string_agg(format('w.%1$I = OLD.%1$I', k), ' AND ') FROM unnest(keys) k)));
  RETURN NEXT format('COMMENT ON FUNCTION %s() IS %L', routine,
    format('Generated: writes a unit to %s and its parts.', c.target));
  RETURN NEXT format('REVOKE ALL ON FUNCTION %s() FROM PUBLIC', routine);
  RETURN NEXT format('CREATE TRIGGER reeve_put INSTEAD OF INSERT OR UPDATE OR DELETE ON %s '
    'FOR EACH ROW EXECUTE FUNCTION %s()', rows_name, routine);
END
$$;

COMMENT ON FUNCTION reeve.migrate_view_rows(int) IS
  'Statements that create the view through which the old name writes to the target: its rows or, '
  'if it has parts, its units, with a trigger that writes each to the tables it consists of.';
