CREATE OR REPLACE FUNCTION reeve.migrate_swap(copy_id int, is_back boolean)
RETURNS float8
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(
    copy_id, CASE WHEN is_back THEN ARRAY['live'] ELSE ARRAY['following'] END);
  live regclass := CASE WHEN is_back THEN c.target ELSE c.source END;
  next regclass := CASE WHEN is_back THEN c.source ELSE c.target END;
  old_name text := format('%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}');
  old_table text := c.mapping #>> '{source,table}';
  rest_name text := left(c.mapping #>> '{source,table}', 40) || '_before_' || c.copy_id;
  rest_table text := format('%I.%I', c.mapping #>> '{source,schema}', rest_name);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  foreigns jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') FROM reeve.migrate_incoming(
    c.mapping, live, CASE WHEN is_back THEN old_name ELSE next::text END, is_back) i);
  resting jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]') FROM reeve.migrate_park(live) p);
  incoming record;
  before text[];
  steps jsonb;
  new_statements jsonb;
  batch record;
  differing text[];
  locked_at timestamptz;
  undone text[];
BEGIN
  FOR incoming IN SELECT * FROM jsonb_to_recordset(foreigns) f(name text, restore text) LOOP
    IF incoming.restore IS NULL THEN
      RAISE EXCEPTION 'constraint % cannot refer to %', incoming.name, next USING ERRCODE = 'RV009';
    END IF;
  END LOOP;
  -- Everything is put into words before the locks: they are held for the deeds only.
  before := ARRAY[
    format('DROP TRIGGER reeve_follow ON %s', live),
    format('DROP TRIGGER reeve_follow_update ON %s', live),
    format('DROP TRIGGER reeve_follow_truncate ON %s', live),
    format('DROP TRIGGER reeve_closed ON %s', next),
    format('DROP TRIGGER reeve_closed_truncate ON %s', next)]
    || CASE WHEN is_back THEN ARRAY[
        format('ALTER VIEW %s RENAME TO %I', old_name, rest_name || '_view'),
        format('ALTER TABLE %s RENAME TO %I', next, old_table)]
      ELSE ARRAY[format('ALTER TABLE %s RENAME TO %I', live, rest_name)] END;
  -- What one role does in succession is one call.
  SELECT jsonb_agg(to_jsonb(g) ORDER BY g.place) INTO steps
  FROM (SELECT n.role_name, array_agg(n.statement ORDER BY n.place) AS statements,
    min(n.place) AS place
  FROM (SELECT u.*, u.place - row_number() OVER (
    PARTITION BY u.role_name ORDER BY u.place) AS run
  FROM (SELECT s.*, row_number() OVER () AS place FROM (
    SELECT f.role_name, f.park AS statement
    FROM jsonb_to_recordset(foreigns || resting) f(role_name text, park text)
    UNION ALL
    SELECT owner_name, b.statement FROM unnest(before) b(statement)
    UNION ALL
    SELECT v.role_name, v.statement FROM reeve.migrate_view(copy_id) v WHERE NOT is_back
    UNION ALL
    -- Views over the old name, by their texts of now.
    SELECT d.owner_name,
      format('CREATE OR REPLACE VIEW %s AS %s', d.view, pg_get_viewdef(d.view))
    FROM reeve.migrate_depending(
      CASE WHEN is_back THEN to_regclass(old_name) ELSE c.source END) d
    UNION ALL
    SELECT p.role_name, p.restore
    FROM jsonb_to_recordset(c.parked || foreigns) p(role_name text, restore text)
    UNION ALL
    SELECT k.role_name, k.statement FROM reeve.migrate_capture(
      copy_id, NOT is_back, CASE WHEN is_back THEN old_name ELSE next::text END) k
    UNION ALL
    SELECT owner_name, t.statement
    FROM unnest(reeve.migrate_close(c.app, CASE WHEN is_back THEN live::text ELSE rest_table END)
      || reeve.migrate_sequences(copy_id, is_back)) t(statement)) s) u) n
  GROUP BY n.role_name, n.run) g;
  new_statements := reeve.migrate_statements(c.mapping, c.source, c.target, NOT is_back,
    CASE WHEN is_back THEN old_name ELSE rest_table END);
  PERFORM reeve.role_execute(owner_name, ARRAY[
    format('LOCK TABLE %s%s, %s IN ACCESS EXCLUSIVE MODE',
      CASE WHEN is_back THEN old_name || ', ' ELSE '' END, live, next)]);
  locked_at := clock_timestamp();
  PERFORM reeve.role_execute(f.role_name, ARRAY[
    format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', f.relation::regclass)])
  FROM jsonb_to_recordset(foreigns) f(role_name text, relation text);

  -- No writer of the live table is left, so whatever it logged is committed.
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
    FROM reeve.app_migrate_compare(c.copy_id, NULL, 0, batch.keys) h;
    IF differing IS NOT NULL THEN
      RAISE EXCEPTION 'rows differ after their changes were applied: %',
        array_to_string(differing[1:5], ', ') USING ERRCODE = 'RV009';
    END IF;
  END IF;

  PERFORM reeve.role_execute(s.role_name, s.statements)
  FROM jsonb_to_recordset(steps) s(role_name text, statements text[]);
  IF is_back THEN
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('DROP VIEW %I.%I', c.mapping #>> '{source,schema}', rest_name || '_view'),
      format('DROP FUNCTION IF EXISTS %I.%I()', c.mapping #>> '{source,schema}',
        'reeve_write_' || copy_id),
      format('DROP FUNCTION IF EXISTS %I.%I()', c.mapping #>> '{source,schema}',
        'reeve_allow_' || copy_id),
      format('DROP VIEW IF EXISTS %I.%I', c.mapping #>> '{source,schema}',
        'reeve_rows_' || copy_id)]);
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
      WHERE p.validate IS NOT NULL),
    verified_at = NULL, verified_rows = NULL, differing = NULL,
    cut_at = CASE WHEN is_back THEN NULL ELSE clock_timestamp() END
  WHERE l.copy_id = c.copy_id;
  PERFORM reeve.command_record(
    CASE WHEN is_back THEN 'migrate.rollback' ELSE 'migrate.cutover' END, session_user);
  RETURN extract(epoch FROM clock_timestamp() - locked_at);
END
$$;

COMMENT ON FUNCTION reeve.migrate_swap(int, boolean) IS
  'Cutover, or rollback (is_back): under ACCESS EXCLUSIVE on both tables applies what is left '
  'of the log, compares those rows, and lets the table that followed go live; the other follows '
  'from then on. The caller''s lock_timeout bounds each wait. Returns for how many seconds the '
  'locks have been held; what validates the foreign keys that came back, to be run afterwards, '
  'is in the copy.';
