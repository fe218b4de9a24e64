CREATE OR REPLACE FUNCTION reeve.migrate_undone(copy_id int, is_back boolean, incoming jsonb)
RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH copy AS (
    SELECT c.*, CASE WHEN is_back THEN c.source ELSE c.target END AS live,
      CASE WHEN is_back THEN c.target ELSE c.source END AS rest,
      c.mapping #>> '{source,schema}' AS schema_name, c.mapping #>> '{source,table}' AS old_name,
      to_regclass(format('%I.%I', c.mapping #>> '{source,schema}', c.mapping #>> '{source,table}'))
        AS old
    FROM reeve.live_copy c WHERE c.copy_id = migrate_undone.copy_id
  ),
  ordered(what, is_so) AS (
    SELECT format('%s.%s', c.schema_name, c.old_name), CASE WHEN is_back THEN c.old = c.source
      ELSE EXISTS (
        SELECT
        FROM pg_class v
        JOIN pg_class s ON s.oid = c.source AND s.relowner = v.relowner
        JOIN pg_rewrite w ON w.ev_class = v.oid AND w.rulename = '_RETURN'
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
          AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.target
        WHERE v.oid = c.old AND v.relkind = 'v') END
    FROM copy c
    UNION ALL
    SELECT format('trigger %s of %s', t.name, t.relation), EXISTS (
        SELECT FROM pg_trigger g
        WHERE g.tgrelid = t.relation AND g.tgname = t.name AND g.tgenabled = 'O'
          AND g.tgfoid = to_regproc(t.routine)) = t.is_there
    FROM copy c
    CROSS JOIN LATERAL (VALUES
      ('reeve_follow', c.live, TRUE, format('reeve.follow_%s_%s', c.copy_id, 2 - is_back::int)),
      ('reeve_follow_update', c.live, TRUE,
        format('reeve.follow_%s_%s', c.copy_id, 2 - is_back::int)),
      ('reeve_follow_truncate', c.live, TRUE,
        format('reeve.follow_%s_%s', c.copy_id, 2 - is_back::int)),
      ('reeve_closed', c.rest, TRUE, 'reeve.migrate_closed'),
      ('reeve_closed_truncate', c.rest, TRUE, 'reeve.migrate_closed'),
      ('reeve_closed', c.live, FALSE, 'reeve.migrate_closed'),
      ('reeve_closed_truncate', c.live, FALSE, 'reeve.migrate_closed'),
      ('reeve_write', CASE WHEN is_back THEN NULL ELSE c.old END,
        NOT reeve.migrate_is_plain(c.mapping, c.source, c.target),
        format('%I.reeve_write_%s', c.schema_name, c.copy_id))) t(name, relation, is_there, routine)
    WHERE t.relation IS NOT NULL
    UNION ALL
    SELECT format('trigger %s of %s', p.name, c.live), EXISTS (
      SELECT FROM pg_trigger g
      WHERE g.tgrelid = c.live AND g.tgname = p.name AND g.tgenabled <> 'D')
    FROM copy c CROSS JOIN LATERAL jsonb_to_recordset(c.parked) p(kind text, name text)
    WHERE p.kind = 'trigger'
    UNION ALL
    SELECT format('foreign key %s of %s', f.name, f.relation), EXISTS (
      SELECT FROM pg_constraint k
      WHERE k.conrelid = f.relation AND k.conname = f.name AND k.contype = 'f'
        AND (f.relation = c.live OR k.confrelid = c.live))
    FROM copy c
    CROSS JOIN LATERAL (
      SELECT p.name, c.live FROM jsonb_to_recordset(c.parked) p(kind text, name text)
      WHERE p.kind = 'foreign key'
      UNION ALL
      SELECT i.name, i.relation
      FROM jsonb_to_recordset(incoming) i(name text, relation regclass)) f(name, relation)
  )
  SELECT o.what FROM ordered o WHERE o.is_so IS NOT TRUE
$$;

COMMENT ON FUNCTION reeve.migrate_undone(int, boolean, jsonb) IS
  'After the statements of a cutover, or of a rollback (is_back), and before the copy says so: '
  'what of them does not are in the catalogs, because code of the app that ran meanwhile undid '
  'it. incoming: foreign keys of other tables, reeve.migrate_incoming.';
