CREATE OR REPLACE FUNCTION reeve.migrate_view(copy_id int)
RETURNS TABLE(role_name text, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_view.copy_id);
  view_name text := format(
    '%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}');
  routine text := format('%I.reeve_write_%s', c.mapping #>> '{source,schema}', c.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  source_keys text[] := reeve.migrate_keys(c.mapping, 'source');
  target_keys text[] := reeve.migrate_keys(c.mapping, 'target');
  back text;
  matches text;
  changes text;
  conflicts text;
BEGIN
  SELECT string_agg(format(CASE WHEN m.is_plain THEN '%s' ELSE '(%s)::%s' END,
    coalesce(m.value_sql, 'NULL'), m.type), ', ' ORDER BY m.place),
    string_agg(format('(NEW.%1$I::text IS DISTINCT FROM OLD.%1$I::text AND '
      '((%2$s)::%3$s)::text IS DISTINCT FROM OLD.%1$I::text)', m.name, m.value_sql, m.type), ' OR ')
      FILTER (WHERE m.value_sql IS NOT NULL AND NOT m.is_generated)
  INTO back, conflicts
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m WHERE m.is_back;
  RETURN QUERY
    SELECT owner_name, format('CREATE VIEW %s(%s) AS SELECT %s FROM %s t', view_name,
      string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum), back, c.target)
    FROM pg_attribute a WHERE a.attrelid = c.source AND a.attnum > 0 AND NOT a.attisdropped;
  RETURN QUERY
    SELECT owner_name, format('COMMENT ON VIEW %s IS %L', view_name,
      format('Generated: %s as it was, over %s.', view_name, c.target));
  -- Omitted columns get what they got: the source's defaults, a new key from the target's sequence.
  RETURN QUERY
    SELECT owner_name, format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', view_name, a.attname,
      CASE WHEN s.name IS NOT NULL THEN format('nextval(%L)', coalesce(
          (SELECT pg_get_serial_sequence(c.target::text, m.name)
            FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
            WHERE NOT m.is_back AND m.origin = a.attname AND m.is_plain LIMIT 1), s.name))
        ELSE pg_get_expr(d.adbin, d.adrelid) END)
    FROM pg_attribute a
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    CROSS JOIN LATERAL pg_get_serial_sequence(c.source::text, a.attname) s(name)
    WHERE a.attrelid = c.source AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND (d.adbin IS NOT NULL OR s.name IS NOT NULL);
  RETURN QUERY
    SELECT owner_name, format('GRANT %s%s ON %s TO %s%s', x.privilege_type,
      coalesce(' (' || quote_ident(x.attname) || ')', ''), view_name,
      coalesce(quote_ident(g.rolname), 'PUBLIC'),
      CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
    FROM (
      SELECT e.*, NULL::name AS attname FROM pg_class r CROSS JOIN LATERAL aclexplode(r.relacl) e
      WHERE r.oid = c.source
      UNION ALL
      SELECT e.*, a.attname FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) e
      WHERE a.attrelid = c.source) x
    LEFT JOIN pg_roles g ON g.oid = x.grantee
    WHERE g.rolname IS DISTINCT FROM owner_name AND x.privilege_type <> 'TRUNCATE';
  IF NOT EXISTS (
    SELECT FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE m.is_back AND NOT m.is_plain)
  THEN
    RETURN; -- The database writes through it.
  END IF;
  SELECT string_agg(format('t.%I = OLD.%I', target_keys[k.place], k.name), ' AND ')
  INTO matches FROM unnest(source_keys) WITH ORDINALITY k(name, place);
  SELECT string_agg(format('%1$I = CASE WHEN (%2$s)::text IS DISTINCT FROM (%3$s)::text '
      'THEN %2$s ELSE t.%1$I END', m.name, m.value_sql,
      regexp_replace(m.value_sql, '\ms\.', 'o.', 'g')), ', ' ORDER BY m.place)
  INTO changes
  FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
  WHERE NOT m.is_back AND NOT m.is_generated;
  RETURN QUERY
    SELECT owner_name, format($f$
      CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $body$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO %2$s AS t(%3$s) OVERRIDING SYSTEM VALUE
          SELECT %4$s FROM (SELECT NEW.*) s
          RETURNING %5$s INTO NEW;
          RETURN NEW;
        ELSIF TG_OP = 'DELETE' THEN
          DELETE FROM %2$s t WHERE %6$s;
          RETURN CASE WHEN FOUND THEN OLD END;
        END IF;
        -- Only what this statement changed is written, and only over what it read.
        UPDATE %2$s t SET %7$s
        FROM (SELECT NEW.*) s, (SELECT OLD.*) o
        WHERE %6$s AND NOT (%8$s)
        RETURNING %5$s INTO NEW;
        IF FOUND THEN
          RETURN NEW;
        END IF;
        PERFORM FROM %2$s t WHERE %6$s;
        IF FOUND THEN
          RAISE EXCEPTION 'could not serialize access due to concurrent update'
            USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN NULL;
      END
      $body$
    $f$, routine, c.target,
      (SELECT string_agg(quote_ident(m.name), ', ' ORDER BY m.place)
        FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
        WHERE NOT m.is_back AND NOT m.is_generated),
      (SELECT string_agg(m.value_sql, ', ' ORDER BY m.place)
        FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
        WHERE NOT m.is_back AND NOT m.is_generated),
      back, matches, changes, conflicts);
  RETURN QUERY
    SELECT owner_name, format('COMMENT ON FUNCTION %s() IS %L', routine,
      format('Generated: writes to %s what is written to %s.', c.target, view_name));
  RETURN QUERY
    SELECT owner_name, format('CREATE TRIGGER reeve_write INSTEAD OF INSERT OR UPDATE OR DELETE '
      'ON %s FOR EACH ROW EXECUTE FUNCTION %s()', view_name, routine);
END
$$;

COMMENT ON FUNCTION reeve.migrate_view(int) IS
  'Statements that make the view of the old name over the target: the old columns, defaults and '
  'grants, and, unless every column is only renamed, the triggers that translate what is written.';
