CREATE OR REPLACE FUNCTION reeve.migrate_view(copy_id int, live_name text DEFAULT NULL)
RETURNS TABLE(role_name text, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_view.copy_id);
  has_old_parts boolean := EXISTS (
    SELECT FROM reeve.migrate_parts(c.mapping, 'source', c.source) p WHERE p.place > 0);
  old_name text := format(
    '%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}');
  -- A source in parts has one view of its units, and over that one for each old name.
  view_name text := coalesce(live_name, CASE WHEN has_old_parts
    THEN format('%I.reeve_unit_%s', c.mapping #>> '{source,schema}', c.copy_id) ELSE old_name END);
  target_unit text := reeve.migrate_unit(c.mapping, 'target', c.target);
  -- The view that the trigger writes to: unlike a name in a text, it follows a moved target.
  rows_name text := format('%I.reeve_rows_%s', c.mapping #>> '{source,schema}', c.copy_id);
  allow_routine text := format(
    '%I.reeve_allow_%s', c.mapping #>> '{source,schema}', c.copy_id);
  routine text := format('%I.reeve_write_%s', c.mapping #>> '{source,schema}', c.copy_id);
  old_table text := (SELECT r.relname FROM pg_class r WHERE r.oid = c.source);
  is_secured boolean := (SELECT r.relrowsecurity FROM pg_class r WHERE r.oid = c.source);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  source_keys text[] := reeve.migrate_keys(c.mapping, 'source');
  target_keys text[] := reeve.migrate_keys(c.mapping, 'target');
  -- The old columns, without the dropped ones.
  names text[];
  back text;
  new_row text;
  computed text;
  matches text;
  changes text;
  conflicts text;
  fixed text;
  refused text := format($f$
            RAISE EXCEPTION 'new row violates row-level security policy for table "%%"', %L
              USING ERRCODE = 'insufficient_privilege';$f$, old_table);
  -- Statements of the trigger: one that the policies doubt says nothing of other rows.
  guard text := CASE WHEN is_secured THEN $f$
        IF is_doubted THEN
          BEGIN%1$s
          EXCEPTION WHEN integrity_constraint_violation THEN%2$s
          END;
        ELSE%1$s
        END IF;$f$ ELSE '%1$s' END;
  -- Whether the stored row is another than the policies have seen.
  differs text := '';
BEGIN
  SELECT string_agg(format('%s AS %I', v.shown, m.name), ', ' ORDER BY m.place),
    array_agg(m.name ORDER BY m.place),
    -- By the stored values: the text of a number depends on the session.
    string_agg(format('(ROW(NEW.%1$I)::record *<> ROW(OLD.%1$I)::record AND '
      'ROW(%2$s)::record *<> ROW(OLD.%1$I)::record)', m.name, v.shown), ' OR ')
      FILTER (WHERE NOT m.is_generated)
  INTO back, names, conflicts
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
  CROSS JOIN LATERAL (
    SELECT CASE WHEN m.is_plain THEN m.value_sql ELSE format('(%s)::%s', m.value_sql, m.type) END
    ) v(shown)
  WHERE m.is_back AND m.value_sql IS NOT NULL;
  RETURN QUERY
    SELECT owner_name, CASE WHEN is_secured
      -- The old table's policies, applied to the reader: they name the old columns.
      THEN format('CREATE VIEW %s WITH (security_barrier) AS SELECT * FROM (SELECT %s FROM %s t) '
        '%I(%s) WHERE NOT row_security_active(%L::regclass) OR %s', view_name, back, target_unit,
        old_table, n.names, c.target, reeve.migrate_policy(c.source, 'r', FALSE))
      ELSE format('CREATE VIEW %s(%s) AS SELECT %s FROM %s t', view_name, n.names, back,
        target_unit) END
    FROM (SELECT string_agg(quote_ident(n.name), ', ' ORDER BY n.place)
      FROM unnest(names) WITH ORDINALITY n(name, place)) n(names);
  RETURN QUERY
    SELECT owner_name, format('COMMENT ON VIEW %s IS %L', view_name,
      format('Generated: %s as it was, over %s.', view_name, c.target));
  IF has_old_parts THEN
    RETURN QUERY SELECT owner_name, reeve.migrate_unshared(r.relowner, r.relnamespace, view_name)
      FROM pg_class r WHERE r.oid = c.source;
  ELSE
    RETURN QUERY SELECT owner_name, l.statement
      FROM reeve.migrate_likeness(copy_id, 0, view_name, names) l;
  END IF;
  IF reeve.migrate_is_plain(c.mapping, c.source, c.target) THEN
    RETURN; -- The database writes through it.
  END IF;
  SELECT string_agg(format('t.%I = OLD.%I', target_keys[k.place], k.name), ' AND ')
  INTO matches FROM unnest(source_keys) WITH ORDINALITY k(name, place);
  -- A column GENERATED ALWAYS AS IDENTITY takes a value, but never another.
  SELECT string_agg(format('%1$I = CASE WHEN ROW(%2$s)::record *<> ROW(%3$s)::record '
      'THEN %2$s ELSE t.%1$I END', m.name, m.value_sql,
      regexp_replace(m.value_sql, E'\\ms\\.', 'o.', 'g')), ', ' ORDER BY m.place)
      FILTER (WHERE NOT f.is_fixed),
    string_agg(format($f$
        IF TG_OP = 'UPDATE' AND NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN
          RAISE EXCEPTION 'column %% of %% cannot be changed', %2$L, %3$L
            USING ERRCODE = 'generated_always',
              DETAIL = %4$L;
        END IF;$f$, m.origin, quote_ident(m.origin), view_name, format(
          'Column %s of %s is GENERATED ALWAYS AS IDENTITY.', m.name, c.target)), '')
      FILTER (WHERE f.is_fixed)
  INTO changes, fixed
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
  LEFT JOIN reeve.migrate_parts(c.mapping, 'target', c.target) p ON p.part = m.part
  CROSS JOIN LATERAL (SELECT m.is_plain AND EXISTS (
    SELECT FROM pg_attribute a
    WHERE a.attrelid = p.relation AND a.attname = m.column_name AND a.attidentity = 'a')
    ) f(is_fixed)
  WHERE NOT m.is_back AND NOT m.is_generated;
  -- Generated columns of the old table are computed from the written values, as they were there.
  SELECT format('SELECT n.*%s FROM (SELECT %s) n',
      string_agg(format(', (SELECT %s FROM (SELECT %s) q) AS %I', g.value_sql, (
        SELECT string_agg(format('n.%I AS %I', concat(nullif(m.part, '') || '.', i), i), ', ')
        FROM unnest(g.inputs) i), m.name), '') FILTER (WHERE m.is_generated),
      string_agg(format(
        CASE WHEN m.name = ANY (names) THEN 'NEW.%1$I' ELSE 'NULL::%2$s AS %1$I' END,
        m.name, m.type), ', ') FILTER (WHERE NOT m.is_generated)),
    string_agg(format($f$
        IF NEW.%1$I IS NOT NULL
          AND (TG_OP = 'INSERT' OR NEW.%1$I::text IS DISTINCT FROM OLD.%1$I::text)
        THEN
          RAISE EXCEPTION 'column %% of %% is generated', %2$L, %3$L
            USING ERRCODE = 'generated_always';
        END IF;$f$, m.name, quote_ident(m.name), view_name), '')
      FILTER (WHERE m.is_generated AND m.name = ANY (names))
  INTO new_row, computed
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
  LEFT JOIN reeve.migrate_generated(c.mapping, 'source', c.source) g
    ON g.part = m.part AND g.name = m.column_name
  WHERE m.is_back;
  IF is_secured THEN
    SELECT format($f$
          PERFORM set_config('reeve.doubted', (is_doubted OR %s)::text, TRUE);$f$, string_agg(
        format('ROW(NEW.%1$I)::record *<> ROW(given.%1$I)::record', m.name), ' OR '))
    INTO differs
    FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE m.is_back AND NOT m.is_generated AND m.name = ANY (names);
  END IF;
  RETURN QUERY SELECT owner_name, r.statement FROM reeve.migrate_view_rows(copy_id) r(statement);
  RETURN QUERY
    SELECT owner_name, reeve.migrate_fields(format($f$
      CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $body$
      #variable_conflict use_column
      DECLARE
        given CONSTANT record := NEW;%13$s
      BEGIN%9$s
        IF TG_OP = 'DELETE' THEN%10$s
          DELETE FROM %2$s t WHERE %5$s;
          RETURN CASE WHEN FOUND THEN OLD END;
        END IF;%8$s%12$s
        IF TG_OP = 'INSERT' THEN%11$s%3$s%4$s
          RETURN NEW;
        END IF;
        -- Only what this statement changed is written, and only if the row is as it was read.%6$s
        IF FOUND THEN%4$s
          RETURN NEW;
        END IF;
        -- A trigger may have skipped the row, too.
        NEW := given;
        PERFORM FROM %2$s t WHERE %5$s AND (%7$s);
        IF FOUND THEN
          RAISE EXCEPTION 'could not serialize access due to concurrent update'
            USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN NULL;
      END
      $body$
    $f$, routine, rows_name,
      (SELECT format(guard, format($f$
          INSERT INTO %1$s AS t(%2$s) OVERRIDING SYSTEM VALUE
          SELECT %3$s FROM (%4$s) s
          RETURNING %5$s INTO NEW;$f$, rows_name,
          string_agg(quote_ident(m.name), ', ' ORDER BY m.place),
          string_agg(m.value_sql, ', ' ORDER BY m.place), new_row, back), refused)
        FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
        WHERE NOT m.is_back AND NOT m.is_generated),
      differs, matches,
      format(guard, format($f$
          UPDATE %1$s t SET %2$s
          FROM (%3$s) s, (SELECT OLD.*) o
          WHERE %4$s AND NOT (%5$s)
          RETURNING %6$s INTO NEW;$f$, rows_name, changes, new_row, matches, conflicts, back),
        refused),
      conflicts, computed,
      -- One after the other, so that the second reads what the first has committed.
      (SELECT format($f$
        IF TG_OP <> 'INSERT' THEN%s
        END IF;$f$, string_agg(format($f$
          PERFORM FROM %s_%s t WHERE %s FOR NO KEY UPDATE;$f$, rows_name, p.place, (
            SELECT string_agg(format('t.%I = OLD.%I', p.keys[k.place], k.name), ' AND ')
            FROM unnest(source_keys) WITH ORDINALITY k(name, place))), '' ORDER BY p.place))
        FROM reeve.migrate_parts(c.mapping, 'target', c.target) p HAVING count(*) > 1),
      -- The writes that a foreign key between the old tables refused.
      (SELECT string_agg(format($f$
          IF OLD.%I%s THEN
            RAISE EXCEPTION 'rows of %% still refer to a row of %%', %L, %L
              USING ERRCODE = 'foreign_key_violation';
          END IF;$f$, p.part, CASE WHEN p.is_list THEN ' <> ''[]''' ELSE '' END, p.name, old_name),
          '' ORDER BY p.place)
        FROM reeve.migrate_parts(c.mapping, 'source', c.source, '') p
        WHERE p.place > 0 AND EXISTS (
          SELECT FROM pg_constraint k
          WHERE k.contype = 'f' AND k.conrelid = p.relation AND k.confrelid = c.source
            AND k.confdeltype <> 'c')),
      (SELECT string_agg(format($f$
          IF NEW.%1$I IS NULL THEN
            NEW.%1$I := %2$s();
          END IF;$f$, n.name, n.routine), '')
        FROM reeve.migrate_numbers(c.mapping, c.source, c.target, c.copy_id) n
        WHERE n.is_filled AND n.name = ANY (names)), fixed,
      CASE WHEN is_secured THEN $f$
        is_doubted CONSTANT boolean :=
          TG_OP <> 'DELETE' AND current_setting('reeve.doubted') = 'true';$f$ END));
  RETURN QUERY SELECT owner_name, format('REVOKE ALL ON FUNCTION %s() FROM PUBLIC', routine);
  RETURN QUERY
    SELECT owner_name, format('COMMENT ON FUNCTION %s() IS %L', routine,
      format('Generated: writes to %s what is written to %s.', c.target, view_name));
  RETURN QUERY
    SELECT owner_name, format('CREATE TRIGGER reeve_write INSTEAD OF INSERT OR UPDATE OR DELETE '
      'ON %s FOR EACH ROW EXECUTE FUNCTION %s()', view_name, routine);
  -- Runs before reeve_write and after it, as the writer: reeve_write acts as the owner. Triggers
  -- of the target may make another row of what is written, which is the one to ask for. A row that
  -- is refused as it is given is written nevertheless, since they may refuse it first.
  RETURN QUERY
    SELECT owner_name, reeve.migrate_fields(x.statement)
    FROM (VALUES
      (format($f$
        CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
        LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
        AS $body$
        #variable_conflict use_column
        DECLARE
          is_doubted boolean;
        BEGIN
          -- Roles exempt from policies; after the target was moved, nobody is.
          IF (SELECT row_security_active(r.oid)
            FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
            WHERE n.nspname = %2$L AND r.relname = %11$L) IS FALSE
          THEN
            PERFORM set_config('reeve.doubted', 'false', TRUE);
            RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
          END IF;
          IF TG_OP = 'DELETE' THEN
            IF (SELECT %3$s FROM (SELECT OLD.*) %4$I) IS NOT TRUE THEN
              RETURN NULL;
            END IF;
            RETURN OLD;
          END IF;
          IF TG_NAME = 'reeve_written' THEN
            IF current_setting('reeve.doubted') <> 'true' THEN
              RETURN NEW;
            END IF;
          ELSIF TG_OP = 'UPDATE' AND (SELECT %5$s FROM (SELECT OLD.*) %4$I) IS NOT TRUE THEN
            RETURN NULL;
          END IF;
          is_doubted := (SELECT CASE TG_OP WHEN 'INSERT' THEN %6$s ELSE %7$s AND %8$s END
            FROM (%9$s) %4$I) IS NOT TRUE;
          IF TG_NAME = 'reeve_written' AND is_doubted THEN%10$s
          END IF;
          PERFORM set_config('reeve.doubted', is_doubted::text, TRUE);
          RETURN NEW;
        END
        $body$
      $f$, allow_routine, c.mapping #>> '{target,schema}',
        reeve.migrate_policy(c.source, 'd', FALSE), old_table,
        reeve.migrate_policy(c.source, 'w', FALSE), reeve.migrate_policy(c.source, 'a', TRUE),
        reeve.migrate_policy(c.source, 'w', TRUE), reeve.migrate_policy(c.source, 'r', FALSE),
        new_row, refused, c.mapping #>> '{target,table}')),
      (format('COMMENT ON FUNCTION %s() IS %L', allow_routine,
        format('Generated: asks the policies of %s who may write.', view_name))),
      (format('CREATE TRIGGER reeve_allow INSTEAD OF INSERT OR UPDATE OR DELETE '
        'ON %s FOR EACH ROW EXECUTE FUNCTION %s()', view_name, allow_routine)),
      (format('CREATE TRIGGER reeve_written INSTEAD OF INSERT OR UPDATE '
        'ON %s FOR EACH ROW EXECUTE FUNCTION %s()', view_name, allow_routine))) x(statement)
    WHERE is_secured;
  RETURN QUERY
    SELECT owner_name, format('CREATE TRIGGER reeve_used AFTER INSERT OR UPDATE OR DELETE '
      'ON %s FOR EACH STATEMENT EXECUTE FUNCTION reeve.migrate_used(%L)', view_name, c.copy_id);
  IF has_old_parts AND live_name IS NULL THEN
    RETURN QUERY SELECT owner_name, p.statement
      FROM reeve.migrate_view_parts(copy_id, view_name, names) p;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.migrate_view(int, text) IS
  'Statements that create the view of the old name, or of another (live_name), over the target: '
  'the old columns except dropped ones, their defaults and grants and, unless every column is '
  'only renamed, the triggers that translate writes. For a source in parts, the views of all old '
  'names.';
