-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_swap(copy_id int, is_back boolean)
RETURNS float8
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(
    copy_id, CASE WHEN is_back THEN ARRAY['live'] ELSE ARRAY['following'] END);
  shape text := reeve.migrate_shape(c.mapping, c.source, c.target);
  live regclass := CASE WHEN is_back THEN c.target ELSE c.source END;
  next regclass := CASE WHEN is_back THEN c.source ELSE c.target END;
  old_name text := format('%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  suffix text := CASE WHEN is_back THEN '' ELSE '_before_' || c.copy_id END;
  live_tables jsonb := (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.place) FROM reeve.migrate_parts(
    c.mapping, CASE WHEN is_back THEN 'target' ELSE 'source' END, live) p);
  next_tables jsonb := (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.place) FROM reeve.migrate_parts(
    c.mapping, CASE WHEN is_back THEN 'source' ELSE 'target' END, next) p);
  -- The source's tables: their names while they follow, and the old names.
  sources jsonb := (SELECT jsonb_agg(jsonb_build_object('now', o.relation::text, 'old', o.name,
      'old_view', to_regclass(o.name)::oid::bigint, 'rest', r.name,
      'relation', o.relation::oid::bigint, 'is_split', o.is_split,
      'rest_view', format('%I.%I', r.schema_name, r.table_name || '_view'),
      'view_table', r.table_name || '_view',
      'table_name', CASE WHEN is_back THEN o.table_name ELSE r.table_name END) ORDER BY o.place)
    FROM reeve.migrate_parts(c.mapping, 'source', c.source, '') o
    JOIN reeve.migrate_parts(c.mapping, 'source', c.source, '_before_' || c.copy_id) r
      ON r.place = o.place);
  foreigns jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') FROM reeve.migrate_incoming(
    c.mapping, live, next, CASE WHEN is_back THEN old_name ELSE next::text END, is_back) i);
  resting jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]')
    FROM jsonb_to_recordset(live_tables) p(relation regclass)
    CROSS JOIN LATERAL reeve.migrate_park(p.relation) k);
  -- What refers to the old name, and the steps for it that are left until the locks are gone.
  bound jsonb := '[]';
  parents jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]')
    FROM reeve.migrate_parents(c.mapping, live, next) p);
  held jsonb;
  left_over jsonb := '[]';
  dropped jsonb;
  stuck text;
  locks text := format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', (
    SELECT string_agg(n.name, ', ' ORDER BY n.place) FROM (
      SELECT 1, s.old FROM jsonb_to_recordset(sources) s(old text) WHERE is_back
      UNION ALL SELECT 2, p.name FROM jsonb_to_recordset(live_tables) p(name text)
      UNION ALL SELECT 3, p.name FROM jsonb_to_recordset(next_tables) p(name text))
      n(place, name)));
  before text[];
  steps jsonb;
  new_statements jsonb;
  batch record;
  finding record;
  differing text[];
  -- The views of the old names, which materialized views may read for a while.
  unneeded text[] := (SELECT array_agg('DROP VIEW ' || n.rest_view)
    FROM jsonb_to_recordset(sources) n(rest_view text)) || reeve.migrate_unview(copy_id);
  locked_at timestamptz;
  undone text[];
BEGIN
  PERFORM reeve.migrate_complete(c);
  SELECT * INTO finding FROM reeve.migrate_unfollowed(ARRAY(
    SELECT p.relation FROM jsonb_to_recordset(live_tables) p(relation regclass))) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the trigger % of % is gone or disabled: changes may be missing',
      finding.trigger_name, finding.relation
      USING ERRCODE = 'RV009', HINT = 'Enable it; then `reeve migrate verify` names the rows that '
        'differ, and an update of each brings them along.';
  END IF;
  IF NOT is_back THEN
    -- The app may have changed its tables since the start.
    SELECT * INTO finding FROM reeve.migrate_check(c.mapping) LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'the tables no longer fit the copy %: %', c.name, finding.message
        USING ERRCODE = 'RV009', HINT = 'Change them back, or end the copy with '
          '`reeve migrate finish --abandon` and start one with another mapping.';
    END IF;
  END IF;
  UPDATE reeve.live_copy l SET parked = reeve.migrate_parked(l.parked)
  WHERE l.copy_id = c.copy_id RETURNING l.parked INTO c.parked;
  IF EXISTS (SELECT FROM reeve.migrate_depending(ARRAY(
    SELECT CASE WHEN is_back THEN s.old_view ELSE s.relation END::regclass
    FROM jsonb_to_recordset(sources) s(old_view oid, relation oid))))
  THEN
    -- Attempts that wait for somebody do not try the dependent objects each time.
    BEGIN
      PERFORM reeve.role_execute(owner_name, ARRAY[locks]);
      RAISE EXCEPTION 'nobody is in the way';
    EXCEPTION WHEN raise_exception THEN
      IF SQLERRM <> 'nobody is in the way' THEN
        RAISE;
      END IF;
    END;
    bound := (SELECT coalesce(jsonb_agg(to_jsonb(d) ORDER BY d.place), '[]')
      FROM reeve.migrate_dependents(c.mapping, c.source, c.target, is_back, c.dependents) d
      WHERE d.way <> 'stay');
  END IF;
  stuck := (
    SELECT string_agg(concat(coalesce(d.object,
      'constraint ' || d.name || ' of ' || d.relation) || ': ', d.problem), '; ')
    FROM jsonb_to_recordset(bound || parents || foreigns)
      d(object text, name text, relation text, problem text)
    WHERE d.problem IS NOT NULL);
  IF stuck IS NOT NULL THEN
    RAISE EXCEPTION 'what refers to % cannot follow its name: %', old_name, stuck
      USING ERRCODE = 'RV009';
  END IF;
  -- All statements are composed before the locks, which are held only while they run.
  before := (SELECT array_agg(d.statement ORDER BY d.number) FROM (
    SELECT 1, format('DROP TRIGGER %I ON %s', g, p.name)
    FROM jsonb_to_recordset(live_tables) p(name text),
      unnest(ARRAY['reeve_follow', 'reeve_follow_update', 'reeve_follow_truncate']) g
    UNION ALL
    SELECT 2, format('DROP TRIGGER %I ON %s', g, p.name)
    FROM jsonb_to_recordset(next_tables) p(name text, is_split boolean),
      unnest(ARRAY['reeve_closed', 'reeve_closed_truncate',
        CASE WHEN p.is_split THEN 'reeve_closed_row' END]) g
    WHERE g IS NOT NULL
    UNION ALL
    SELECT 3, format('ALTER VIEW %s RENAME TO %I', n.old, n.view_table)
    FROM jsonb_to_recordset(sources) n(old text, view_table text) WHERE is_back
    UNION ALL
    SELECT 4, format('ALTER TABLE %s RENAME TO %I', n.now, n.table_name)
    FROM jsonb_to_recordset(sources) n(now text, table_name text)) d(number, statement));
  -- In the order in which they can go.
  dropped := (SELECT coalesce(jsonb_agg(jsonb_build_object('role', d.owner_name, 'statement',
      format('DROP %s %s.reeve_rest_%s', CASE d.kind WHEN 'view' THEN 'VIEW'
        ELSE 'MATERIALIZED VIEW' END, r.relnamespace::regnamespace, r.oid), 'is_needed', TRUE)
      ORDER BY d.place DESC), '[]')
    FROM jsonb_to_recordset(bound) d(place int, kind text, way text, owner_name text,
      relation regclass)
    JOIN pg_class r ON r.oid = d.relation WHERE d.way = 'anew');
  IF jsonb_path_exists(bound, '$[*] ? (@.is_late == true)') THEN
    left_over := (SELECT jsonb_agg(jsonb_build_object('role', d.owner_name, 'is_needed', TRUE,
        'object', d.object, 'class_id', d.class_id::bigint, 'object_id', d.object_id::bigint,
        'name', d.relation::text)
        || CASE WHEN s.step IS NULL THEN jsonb_build_object('statement', d.statement)
          ELSE jsonb_build_object('relation', d.relation::oid::bigint, 'definition', d.definition,
            'step', s.step) END ORDER BY d.place, s.number)
      FROM jsonb_to_recordset(bound) d(place int, object text, kind text, class_id oid,
        object_id oid, owner_name text, way text, is_late boolean, relation regclass,
        definition text, statement text)
      CROSS JOIN LATERAL unnest(CASE WHEN d.way = 'replace' THEN ARRAY[NULL]
        WHEN d.kind = 'view' THEN ARRAY['view'] ELSE ARRAY['build', 'exchange'] END)
        WITH ORDINALITY s(step, number)
      WHERE d.is_late) || dropped;
  END IF;
  SELECT jsonb_agg(to_jsonb(g) ORDER BY g.place) INTO steps
  FROM reeve.migrate_runs((SELECT jsonb_agg(to_jsonb(s)) FROM (
    SELECT f.role_name, f.park AS statement
    FROM jsonb_to_recordset(foreigns || resting) f(role_name text, park text)
    UNION ALL
    -- By the names that the types of their arguments have now.
    SELECT d.owner_name, format('DROP ROUTINE %s', d.object_id::regprocedure)
    FROM jsonb_to_recordset(bound) d(owner_name text, kind text, way text, object_id oid)
    WHERE d.kind = 'function' AND d.way = 'anew'
    UNION ALL
    SELECT owner_name, b.statement FROM unnest(before) b(statement)
    UNION ALL
    SELECT v.role_name, v.statement FROM reeve.migrate_view(copy_id) v WHERE NOT is_back
    UNION ALL
    SELECT d.owner_name, t.statement
    FROM jsonb_to_recordset(bound) d(kind text, object_id oid, owner_name text, way text,
      is_late boolean, relation regclass, definition text, statement text)
    CROSS JOIN LATERAL unnest(CASE WHEN d.way = 'replace' THEN ARRAY[d.statement]
      WHEN d.kind = 'function' THEN reeve.migrate_function(d.object_id, d.definition)
      ELSE reeve.migrate_anew(d.relation, d.definition, 'view') END) t(statement)
    WHERE d.way = 'replace' OR NOT d.is_late
    UNION ALL
    SELECT x.role, x.statement
    FROM jsonb_to_recordset(CASE WHEN left_over = '[]' THEN dropped ELSE '[]' END)
      x(role text, statement text)
    UNION ALL
    SELECT owner_name, t.statement
    FROM jsonb_to_recordset(parents) p(parent text)
    CROSS JOIN LATERAL (VALUES
      (format('ALTER TABLE %s NO INHERIT %s', CASE WHEN is_back THEN live::text
        ELSE sources -> 0 ->> 'rest' END, p.parent)),
      (format('ALTER TABLE %s INHERIT %s', CASE WHEN is_back THEN old_name ELSE next::text END,
        p.parent))) t(statement)
    UNION ALL
    SELECT p.role_name, p.restore
    FROM jsonb_to_recordset(c.parked || foreigns) p(role_name text, restore text)
    UNION ALL
    SELECT k.role_name, k.statement FROM reeve.migrate_capture(
      copy_id, NOT is_back, suffix) k
    UNION ALL
    SELECT owner_name, t.statement
    FROM (
      SELECT p.name, p.is_split
      FROM jsonb_to_recordset(live_tables) p(name text, is_split boolean) WHERE is_back
      UNION ALL
      SELECT n.rest, n.is_split
      FROM jsonb_to_recordset(sources) n(rest text, is_split boolean) WHERE NOT is_back) p
    CROSS JOIN LATERAL unnest(reeve.migrate_close(c.app, p.name, p.is_split)) t(statement)
    UNION ALL
    SELECT g.role_name, g.statement FROM reeve.migrate_guards(copy_id, NOT is_back) g
    UNION ALL
    SELECT owner_name, t.statement
    FROM unnest(reeve.migrate_sequences(copy_id, is_back)) t(statement)) s)) g;
  -- In the order in which readers and writers lock them: a view before what it reads, a table
  -- before those that its foreign keys and policies look at. Giving a view to its owner changes
  -- nothing, and unlike LOCK takes no lock on what it reads.
  held := (SELECT jsonb_agg(to_jsonb(g) ORDER BY g.place)
    FROM reeve.migrate_runs((SELECT jsonb_agg(to_jsonb(l) ORDER BY l.kind, l.place) FROM (
      SELECT 1 AS kind, -d.place AS place, d.owner_name AS role_name,
        format('ALTER VIEW %s OWNER TO %I', d.relation, d.owner_name) AS statement
      FROM jsonb_to_recordset(bound) d(place int, kind text, way text, is_late boolean,
        owner_name text, relation regclass)
      WHERE d.kind = 'view' AND (d.way = 'replace' OR NOT d.is_late)
      UNION ALL
      SELECT 2, row_number() OVER (ORDER BY f.relation), f.role_name,
        format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', f.relation)
      FROM (
        SELECT i.role_name, i.relation
        FROM jsonb_to_recordset(foreigns) i(role_name text, relation regclass)
        UNION
        SELECT d.owner_name, d.relation
        FROM jsonb_to_recordset(bound) d(owner_name text, relation regclass, kind text)
        WHERE d.kind = 'policy') f
      UNION ALL
      SELECT 3, 0, owner_name, locks) l)) g);
  new_statements := reeve.migrate_statements(
    c.mapping, c.source, c.target, NOT is_back, suffix);
  -- Planning it takes longer than running it.
  PERFORM FROM reeve.migrate_undone(copy_id, is_back, foreigns);
  PERFORM reeve.migrate_leaves(copy_id);
  IF NOT (SELECT a.is_done FROM reeve.migrate_apply(copy_id, 5000, TRUE) a) THEN
    RAISE EXCEPTION 'changes arrive faster than they are applied'
      USING ERRCODE = 'lock_not_available';
  END IF;
  FOR batch IN SELECT * FROM jsonb_to_recordset(held) h(role_name text, statements text[]) LOOP
    PERFORM reeve.role_execute(batch.role_name, batch.statements);
    locked_at := coalesce(locked_at, clock_timestamp());
  END LOOP;

  IF reeve.migrate_shape(c.mapping, c.source, c.target) <> shape THEN
    RAISE EXCEPTION 'the tables were changed meanwhile' USING ERRCODE = 'lock_not_available';
  END IF;
  IF reeve.migrate_leaves(copy_id) IS NOT NULL THEN
    RAISE EXCEPTION 'partitions came, went or were emptied meanwhile'
      USING ERRCODE = 'lock_not_available';
  END IF;
  -- No writer of the live table is left, so its whole log is committed.
  SELECT * INTO batch FROM reeve.migrate_apply(copy_id, 1000, TRUE);
  IF NOT batch.is_done THEN
    RAISE EXCEPTION 'over 1000 changes arrived meanwhile' USING ERRCODE = 'lock_not_available';
  END IF;
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_swap.copy_id;
  IF c.broken IS NOT NULL THEN
    RAISE EXCEPTION 'the copy % cannot continue: %', c.name, c.broken USING ERRCODE = 'RV009';
  END IF;
  IF EXISTS (SELECT FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id) THEN
    RAISE EXCEPTION 'rows of % are in quarantine', live USING ERRCODE = 'RV009';
  END IF;
  IF batch.keys IS NOT NULL THEN
    SELECT h.differing INTO differing
    FROM jsonb_to_recordset(reeve.app_call(c.app,
      'reeve.cell_migrate_compare(($7)[1], NULL, 0, $1)', c.statements, batch.keys))
      h(differing text[]);
    IF differing IS NOT NULL THEN
      RAISE EXCEPTION 'rows differ after their changes were applied: %',
        array_to_string(differing[1:5], ', ') USING ERRCODE = 'RV009';
    END IF;
  END IF;

  PERFORM reeve.role_execute(s.role_name, s.statements)
  FROM jsonb_to_recordset(steps) s(role_name text, statements text[]);
  IF is_back THEN
    IF left_over = '[]' THEN
      PERFORM reeve.role_execute(owner_name, unneeded);
    ELSE
      left_over := left_over || jsonb_build_object('role', owner_name, 'statement',
        array_to_string(unneeded, '; '), 'is_needed', TRUE);
    END IF;
  END IF;
  undone := ARRAY(SELECT * FROM reeve.migrate_undone(copy_id, is_back, foreigns));
  IF undone <> '{}' THEN
    RAISE EXCEPTION 'code of the app undid the change: %', array_to_string(undone, ', ')
      USING ERRCODE = 'RV006',
        HINT = 'Look for hostile types and functions in its views, defaults and foreign keys.';
  END IF;
  UPDATE reeve.live_copy l
  SET phase = CASE WHEN is_back THEN 'following' ELSE 'live' END, parked = resting,
    statements = new_statements,
    unvalidated = (
      SELECT coalesce(
        jsonb_agg(jsonb_build_object('role', p.role_name, 'statement', p.validate)), '[]')
      FROM jsonb_to_recordset(c.parked || foreigns) p(role_name text, validate text)
      WHERE p.validate IS NOT NULL) || left_over,
    dependents = CASE WHEN is_back THEN '{}' ELSE (
      SELECT coalesce(jsonb_object_agg(d.object, jsonb_build_object('was', d.was, 'way', d.way)
        || CASE WHEN d.is_late THEN '{}' ELSE jsonb_build_object('now', reeve.migrate_definition(
          d.class_id, CASE d.class_id WHEN 'pg_class'::regclass THEN to_regclass(d.relation)::oid
            ELSE d.object_id END)) END), '{}')
      FROM jsonb_to_recordset(bound) d(object text, class_id oid, object_id oid,
        relation text, way text, is_late boolean, was jsonb)) END,
    verified_at = NULL, verified_rows = NULL, differing = NULL, awaited_until = NULL,
    cut_at = CASE WHEN is_back THEN NULL ELSE clock_timestamp() END
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record(
    CASE WHEN is_back THEN 'migrate.rollback' ELSE 'migrate.cutover' END, session_user);
  RETURN extract(epoch FROM clock_timestamp() - locked_at);
END
$$;

COMMENT ON FUNCTION reeve.migrate_swap(int, boolean) IS
  'Cutover, or rollback (is_back): under ACCESS EXCLUSIVE on both tables applies the rest of the '
  'log, compares those rows, and makes the table that followed the live one; the other follows '
  'from then on. The caller''s lock_timeout bounds each wait. Returns for how many seconds the '
  'locks have been held; the copy keeps the statements that validate the restored foreign keys, '
  'and those that fill materialized views, to be run afterwards: reeve.migrate_after.';
