CREATE OR REPLACE FUNCTION reeve.migrate_check(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  source_keys text[] := reeve.migrate_keys(mapping, 'source');
  target_keys text[] := reeve.migrate_keys(mapping, 'target');
  dropped text[] := reeve.catalog_columns(mapping -> 'drop');
  used text[] := reeve.migrate_uses(mapping, source);
  source_unit text;
  target_unit text;
  source_tables jsonb;
  target_tables jsonb;
  item record;
  statements text[];
  sides text[];
BEGIN
  RETURN QUERY
    SELECT c.path, c.code, c.message
    FROM (VALUES ('source'), ('target')) v(side)
    CROSS JOIN LATERAL reeve.migrate_check_side(mapping, v.side) c WHERE c.is_basic
    UNION ALL
    SELECT '/target', 'type', 'source and target are the same table' WHERE source = target;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM reeve.migrate_check_parts(mapping);
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/columns/' || replace(replace(k.name, '~', '~0'), '/', '~1'), 'missing',
      format('%s has no column %s', target, k.name)
    FROM jsonb_object_keys(mapping -> 'columns') k(name)
    LEFT JOIN reeve.migrate_attributes(mapping, 'target', target) a ON a.name = k.name
    WHERE a.name IS NULL
    UNION ALL
    SELECT '/columns/' || replace(replace(a.name, '~', '~0'), '/', '~1'), 'type',
      format('the database itself computes column %s', a.name)
    FROM reeve.migrate_attributes(mapping, 'target', target) a
    WHERE a.is_generated AND mapping -> 'columns' ? a.name
    UNION ALL
    SELECT n.path, n.code, n.message
    FROM reeve.migrate_check_names(mapping, source, target::text) n;
  IF FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH tables AS MATERIALIZED (
      SELECT v.side, p.relation, p.path
      FROM (VALUES ('source', source), ('target', target)) v(side, main)
      CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, v.main) p
    )
    SELECT '/key/' || (k.place - 1), 'type',
      format('%s is %s in %s and %s in %s: keys must sort alike', k.name, k.st, source, k.tt,
        target)
    FROM (
      SELECT n.place, n.name, a.atttypid AS s, b.atttypid AS t, a.attcollation AS sc,
        b.attcollation AS tc, format_type(a.atttypid, a.atttypmod) AS st,
        format_type(b.atttypid, b.atttypmod) AS tt
      FROM unnest(target_keys) WITH ORDINALITY n(name, place)
      JOIN pg_attribute a ON a.attrelid = source AND a.attname = source_keys[n.place]
      JOIN pg_attribute b ON b.attrelid = target AND b.attname = n.name) k
    WHERE NOT coalesce(CASE
      WHEN k.s = k.t THEN k.sc = k.tc
      WHEN k.s IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
        THEN k.t IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
      WHEN k.s IN ('text'::regtype, 'varchar'::regtype)
        THEN k.t IN ('text'::regtype, 'varchar'::regtype) AND k.sc = k.tc END, FALSE)
    UNION ALL
    SELECT c.path, c.code, c.message
    FROM (VALUES ('source'), ('target')) v(side)
    CROSS JOIN LATERAL reeve.migrate_check_side(mapping, v.side) c WHERE NOT c.is_basic
    UNION ALL
    SELECT '/columns', 'missing',
      format('column %s of %s is NOT NULL, has no default and is not mapped', a.name, target)
    FROM reeve.migrate_attributes(mapping, 'target', target) a
    WHERE a.is_required AND NOT a.has_default AND NOT mapping -> 'columns' ? a.name
    UNION ALL
    SELECT '/columns', 'missing', format(CASE
        WHEN b.is_generated THEN 'column %s of %s is computed from columns that do not come back; '
          'give it a `down`, or list it under `drop`'
        WHEN b.name = ANY (used) THEN 'column %s of %s does not come back from the target: the '
          'old name and a rollback need its `down`'
        ELSE 'column %s of %s is not mapped; if it is no longer needed, list it under `drop`' END,
      b.name, source)
    FROM reeve.migrate_columns(mapping, source, target) b
    WHERE b.is_back AND b.value_sql IS NULL AND b.name <> ALL (dropped)
    UNION ALL
    SELECT '/drop/' || (d.place - 1), 'depends', CASE
      WHEN b.value_sql IS NOT NULL THEN format('%s comes back from the target: drop one or the '
        'other', d.name)
      ELSE format('columns of the target are made from %s, which rows written through the old '
        'name would not have: give it a `down` instead', d.name) END
    FROM unnest(dropped) WITH ORDINALITY d(name, place)
    JOIN reeve.migrate_columns(mapping, source, target) b ON b.is_back AND b.name = d.name
    WHERE b.value_sql IS NOT NULL OR b.name = ANY (used) OR EXISTS (
      SELECT FROM reeve.migrate_generated(mapping, 'source', source) g
      WHERE g.part = '' AND b.name = ANY (g.inputs) AND g.name = ANY (used))
    UNION ALL
    SELECT '/drop/' || (d.place - 1), 'depends', format('%s uses %s, which the old name will not '
      'have', CASE WHEN w.oid IS NULL THEN pg_describe_object(p.classid, p.objid, 0)
        ELSE pg_describe_object('pg_class'::regclass, w.ev_class, 0) END, d.name)
    FROM unnest(dropped) WITH ORDINALITY d(name, place)
    JOIN reeve.migrate_attributes(mapping, 'source', source) v ON v.name = d.name
    JOIN pg_attribute a ON a.attrelid = v.relation AND a.attname = v.column_name AND a.attnum > 0
    JOIN pg_depend p ON p.refclassid = 'pg_class'::regclass AND p.refobjid = v.relation
      AND p.refobjsubid = a.attnum
    LEFT JOIN pg_rewrite w ON p.classid = 'pg_rewrite'::regclass AND w.oid = p.objid
    WHERE w.oid IS NOT NULL OR p.classid = 'pg_policy'::regclass
    UNION ALL
    SELECT '/drop', 'missing', format('column %s of %s is NOT NULL and has no default: a rollback '
      'needs its `down`', b.name, source)
    FROM reeve.migrate_columns(mapping, source, target) b
    JOIN reeve.migrate_attributes(mapping, 'source', source) a ON a.name = b.name
    WHERE b.is_back AND b.value_sql IS NULL AND b.name = ANY (dropped) AND a.is_required
      AND NOT a.has_default
    UNION ALL
    SELECT '/target', 'owner', format('%s and %s have different owners', source, target)
    FROM pg_class a, pg_class b
    WHERE a.oid = source AND b.oid = target AND a.relowner <> b.relowner
    UNION ALL
    -- A view reads with the rights of its owner, to whom the policies of that table do not apply.
    SELECT '/source', 'unseen', format('%s reads %s, which has row security: '
      'let it call a function that does', pg_describe_object('pg_policy'::regclass, p.oid, 0),
      d.refobjid::regclass)
    FROM pg_policy p
    JOIN pg_depend d ON d.classid = 'pg_policy'::regclass AND d.objid = p.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> p.polrelid
    JOIN pg_class r ON r.oid = d.refobjid AND r.relrowsecurity
    WHERE p.polrelid = source
    GROUP BY p.oid, d.refobjid
    UNION ALL
    SELECT v.path, 'unseen', format('%s has row security, and %s has none: '
      'ALTER TABLE %s ENABLE ROW LEVEL SECURITY, with its own policies', source, b.oid::regclass,
      b.oid::regclass)
    FROM pg_class a, tables v
    JOIN pg_class b ON b.oid = v.relation
    WHERE a.oid = source AND v.side = 'target' AND a.relrowsecurity AND NOT b.relrowsecurity
    UNION ALL
    SELECT '/source', 'depends', format('constraint %s of %s cannot follow the name of %s: %s',
      i.name, i.relation, source, i.problem)
    FROM reeve.migrate_incoming(mapping, source, target, target::text, FALSE) i
    WHERE i.problem IS NOT NULL
    UNION ALL
    SELECT '/target', 'depends', format('constraint %s of %s refers to the target already: add it '
      'after the cutover', i.name, i.relation)
    FROM reeve.migrate_incoming(mapping, target, source, source::text, TRUE) i
    UNION ALL
    SELECT '/key', 'catalog', format('collection %s of app %s has the key (%s), not (%s)', l.name,
      l.app, array_to_string(l.key_columns, ', '), array_to_string(source_keys, ', '))
    FROM reeve.collection l
    WHERE l.relation = source AND l.is_live AND l.key_columns <> source_keys;
  IF NOT pg_has_role(session_user, owner_name, 'MEMBER') THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT '/source', 'depends', format('%s is bound to %s and cannot follow its name: %s',
      d.object, source, d.problem)
    FROM reeve.migrate_dependents(mapping, source, target, FALSE) d WHERE d.problem IS NOT NULL;
  -- As `start` sees it, which checks again under a lock.
  IF NOT EXISTS (
    SELECT FROM reeve.live_copy c
    WHERE c.target = reeve.migrate_table(migrate_check.mapping, 'target') AND c.ended_at IS NULL)
  THEN
    FOR item IN SELECT * FROM reeve.migrate_parts(mapping, 'target', target) LOOP
      IF reeve.role_read(
        owner_name, format('SELECT to_jsonb(EXISTS (SELECT FROM %s))', item.name))::boolean
      THEN
        RETURN QUERY SELECT item.path, 'rows', format('%s holds rows, which could not be '
          'distinguished from copied ones: empty it first', item.name);
      END IF;
    END LOOP;
  END IF;
  source_unit := reeve.migrate_unit(mapping, 'source', source);
  target_unit := reeve.migrate_unit(mapping, 'target', target);
  source_tables := (SELECT jsonb_object_agg(p.part, p.name)
    FROM reeve.migrate_parts(mapping, 'source', source) p);
  target_tables := (SELECT jsonb_object_agg(p.part, p.name)
    FROM reeve.migrate_parts(mapping, 'target', target) p);
  -- Where all columns of a table can be written at once, none of them needs a look.
  SELECT array_agg(w.statement), array_agg(w.side) INTO statements, sides
  FROM (
    SELECT concat(c.is_back, ' ', c.part) AS side, format(
      'INSERT INTO %s(%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s s, %s t',
      CASE WHEN c.is_back THEN source_tables ELSE target_tables END ->> c.part,
      string_agg(quote_ident(c.column_name), ', '), string_agg(c.value_sql, ', '),
      source_unit, target_unit) AS statement
    FROM reeve.migrate_columns(mapping, source, target) c
    WHERE NOT c.is_generated AND c.value_sql IS NOT NULL AND c.column_name IS NOT NULL
    GROUP BY c.is_back, c.part) w;
  sides := ARRAY(
    SELECT unnest(sides)
    EXCEPT SELECT sides[t.place] FROM reeve.catalog_tries(statements, owner_name) t);
  RETURN QUERY
    WITH c AS MATERIALIZED (
      SELECT c.path, row_number() OVER () AS place, format(
        CASE WHEN c.column_name IS NOT NULL THEN 'INSERT INTO %s(%I) OVERRIDING SYSTEM VALUE '
            'SELECT %s FROM %s s, %s t'
          WHEN c.type = 'boolean' THEN 'SELECT %1$L, %2$L FROM %4$s s, %5$s t WHERE %3$s'
          ELSE 'SELECT %1$L, %2$L, jsonb_array_length(%3$s) FROM %4$s s, %5$s t' END,
        CASE WHEN c.is_back THEN source_tables ELSE target_tables END ->> c.part,
        c.column_name, c.value_sql, source_unit, target_unit) AS statement
      FROM reeve.migrate_columns(mapping, source, target) c
      WHERE NOT c.is_generated AND c.value_sql IS NOT NULL
        AND (c.column_name IS NULL OR concat(c.is_back, ' ', c.part) <> ALL (sides))
    )
    SELECT c.path, 'expression', t.problem
    FROM reeve.catalog_tries(
      ARRAY(SELECT c.statement FROM c ORDER BY c.place), owner_name) t
    JOIN c ON c.place = t.place;
END
$$;

COMMENT ON FUNCTION reeve.migrate_check(jsonb) IS
  'Compares the mapping of a live copy with the database; one row per finding, path as a JSON '
  'pointer. Expressions are planned as the tables'' owner and never run.';
