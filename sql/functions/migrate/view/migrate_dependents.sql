CREATE OR REPLACE FUNCTION reeve.migrate_dependents(
  mapping jsonb, source regclass, target regclass, is_back boolean, known jsonb DEFAULT '{}')
RETURNS TABLE(place int, object text, kind text, class_id oid, object_id oid, relation regclass,
  owner_name text, way text, is_late boolean, was jsonb, definition text, statement text,
  problem text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  app_owner text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  is_view_plain boolean := reeve.migrate_is_plain(mapping, source, target);
  relations regclass[] := ARRAY(
    SELECT r.relation
    FROM reeve.migrate_parts(mapping, 'source', source, CASE WHEN is_back THEN '' END) p
    CROSS JOIN LATERAL (
      SELECT CASE WHEN is_back THEN to_regclass(p.name) ELSE p.relation END) r(relation)
    WHERE r.relation IS NOT NULL);
  bound jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.place), '[]')
    FROM reeve.migrate_depending(relations) x);
  -- Where a trial finds what is not made for it; the tables' schemas come first.
  schemas oid[] := ARRAY(
    SELECT c.relnamespace FROM pg_class c
    WHERE c.oid = ANY (relations) OR c.oid IN (
      SELECT x.relation FROM jsonb_to_recordset(bound) x(relation regclass))
    GROUP BY c.relnamespace ORDER BY bool_or(c.oid = ANY (relations)) DESC, c.relnamespace);
  path text := (
    SELECT string_agg(quote_ident(n.nspname), ', ' ORDER BY array_position(schemas, n.oid))
    FROM pg_namespace n WHERE n.oid = ANY (schemas));
  -- Definitions name these with their schemas, as others have the same names: a trial reads the
  -- relations themselves, whose columns may have other types.
  hidden regclass[] := ARRAY(
    SELECT c.oid::regclass FROM pg_class c
    WHERE (c.oid = ANY (relations) OR c.oid IN (
        SELECT x.relation FROM jsonb_to_recordset(bound) x(relation regclass)))
      AND EXISTS (
        SELECT FROM pg_class o WHERE o.relname = c.relname
          AND array_position(schemas, o.relnamespace) < array_position(schemas, c.relnamespace)));
  moved regclass[] := relations;
  late regclass[] := '{}';
  results jsonb := '[]';
  has_probes boolean := FALSE;
  said text[];
  kept jsonb;
  d record;
BEGIN
  BEGIN
    FOR d IN
      SELECT x.*, c.relname, c.reloptions, 'stay' AS way, FALSE AS is_late,
        NULL::jsonb AS was, NULL::text AS definition, NULL::text AS statement,
        NULL::text AS problem
      FROM jsonb_to_recordset(bound) x(place int, object text, kind text, class_id oid,
        object_id oid, relation regclass, owner_name text, bound_to regclass[])
      LEFT JOIN pg_class c ON c.oid = x.relation ORDER BY x.place
    LOOP
      IF d.bound_to && moved THEN
        d.is_late := d.kind = 'materialized view' OR d.bound_to && late;
        -- A function that takes or returns rows: their type cannot be replaced.
        d.way := CASE WHEN d.kind = 'materialized view' OR d.kind = 'function' AND EXISTS (
            SELECT FROM pg_proc p, pg_class c JOIN pg_type y ON y.oid = c.reltype
            WHERE p.oid = d.object_id AND c.oid = ANY (d.bound_to) AND ARRAY[y.oid, y.typarray]
              && (p.prorettype || p.proargtypes::oid[] || coalesce(p.proallargtypes, '{}')))
          THEN 'anew' ELSE 'replace' END;
        d.problem := reeve.migrate_unmovable(d.class_id, d.object_id, CASE
            WHEN d.kind = 'function' AND d.is_late AND d.way = 'anew' THEN 'other' ELSE d.kind END,
          d.relation, d.owner_name, app_owner, is_view_plain, d.way);
      END IF;
      kept := NULL;
      IF d.way <> 'stay' AND d.problem IS NULL THEN
        said := reeve.migrate_definition(d.class_id, d.object_id);
        d.was := to_jsonb(said);
        -- What nobody has changed since the cutover is again what it was before.
        IF known -> d.object -> 'now' = d.was THEN
          kept := known -> d.object;
          said := ARRAY(SELECT jsonb_array_elements_text(kept -> 'was'));
          d.way := kept ->> 'way';
        END IF;
        d.definition := said[1];
        d.statement := CASE d.kind
          WHEN 'view' THEN concat('CREATE OR REPLACE VIEW ', d.relation,
            ' WITH (' || array_to_string(d.reloptions, ', ') || ')', ' AS ', said[1])
          WHEN 'policy' THEN (
            SELECT concat('ALTER POLICY ', quote_ident(p.polname), ' ON ', d.relation,
              ' USING (' || said[1] || ')', ' WITH CHECK (' || said[2] || ')')
            FROM pg_policy p WHERE p.oid = d.object_id)
          ELSE said[1] END;
      END IF;
      IF d.way <> 'stay' AND d.problem IS NULL AND kept IS NULL
        AND (d.kind <> 'function' OR d.way = 'replace')
      THEN
        IF NOT has_probes THEN
          PERFORM reeve.turn_take('reeve_cell');
          PERFORM reeve.role_execute('reeve_owner', ARRAY[
            format('GRANT CREATE, USAGE ON SCHEMA reeve_cell TO %I', app_owner)]);
          PERFORM reeve.role_execute(app_owner,
            ARRAY(SELECT * FROM reeve.migrate_probes(mapping, source, target, is_back)));
          has_probes := TRUE;
        END IF;
        said := reeve.migrate_definition(d.class_id, d.object_id, path);
        IF d.relation = ANY (hidden) THEN
          d.relname := 'reeve_hidden_' || d.relation::oid;
        END IF;
        BEGIN
          PERFORM reeve.role_execute('reeve_owner', ARRAY[
            format('GRANT CREATE, USAGE ON SCHEMA reeve_cell TO %I', d.owner_name)]);
          PERFORM reeve.role_execute(d.owner_name, ARRAY[
            format('SET LOCAL search_path = reeve_cell, %s', path),
            CASE d.kind
              WHEN 'policy' THEN concat(format('CREATE VIEW reeve_cell.reeve_policy_%s AS SELECT 1 '
                'AS n FROM %s WHERE TRUE', d.object_id, d.relation), ' AND (' || said[1] || ')',
                ' AND (' || said[2] || ')')
              -- Of a view that is not made for the trial it would lock the view itself.
              WHEN 'rule' THEN CASE WHEN d.relation <> ALL (hidden)
                  AND to_regclass(format('reeve_cell.%I', d.relname)) IS NOT NULL THEN said[1] END
              WHEN 'function' THEN said[1]
              ELSE format('CREATE VIEW reeve_cell.%I AS %s', d.relname, said[1]) END]);
        EXCEPTION WHEN OTHERS THEN
          d.problem := SQLERRM || '; drop it, and create it again after the cutover';
        END;
      END IF;
      IF d.way = 'replace' AND d.problem IS NULL AND kept IS NULL AND d.kind = 'view' AND (
        d.bound_to && hidden OR EXISTS (
          SELECT FROM (SELECT * FROM pg_attribute WHERE attrelid = d.relation) a
          FULL JOIN (SELECT * FROM pg_attribute
            WHERE attrelid = format('reeve_cell.%I', d.relname)::regclass) b ON b.attnum = a.attnum
          WHERE (a.attname, a.atttypid, a.atttypmod, a.attcollation)
            IS DISTINCT FROM (b.attname, b.atttypid, b.atttypmod, b.attcollation)))
      THEN
        d.way := 'anew';
      END IF;
      IF d.way = 'anew' AND d.relation IS NOT NULL THEN
        moved := moved || d.relation;
      END IF;
      IF d.way = 'anew' AND d.is_late AND d.relation IS NOT NULL THEN
        late := late || d.relation;
      END IF;
      results := results || to_jsonb(d);
    END LOOP;
    RAISE EXCEPTION 'they are tried';
  EXCEPTION WHEN raise_exception THEN
    IF SQLERRM <> 'they are tried' THEN
      RAISE;
    END IF;
  END;
  RETURN QUERY
    SELECT x.place, x.object, x.kind, x.class_id, x.object_id, x.relation, x.owner_name, x.way,
      x.is_late, x.was, x.definition, x.statement, x.problem
    FROM jsonb_to_recordset(results) x(place int, object text, kind text, class_id oid,
      object_id oid, relation regclass, owner_name text, way text, is_late boolean, was jsonb,
      definition text, statement text, problem text)
    ORDER BY x.place;
END
$$;

COMMENT ON FUNCTION reeve.migrate_dependents(jsonb, regclass, regclass, boolean, jsonb) IS
  'How each object of reeve.migrate_depending follows the old name at the cutover of a mapping, or '
  'at its rollback (is_back). way: stay (it refers to views that do), replace (by the statement), '
  'anew (a materialized view, or a view of which columns change their types: reeve.migrate_anew '
  'with the definition; a function of rows: reeve.migrate_function). is_late: after the cutover. '
  'was: its present definition, as of reeve.migrate_definition; known: those of before the cutover '
  '(reeve.live_copy.dependents). Tries each, and rolls that back. NULL: relation, owner_name, was, '
  'definition, statement, problem.';
