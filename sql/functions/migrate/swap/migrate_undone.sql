-- Planned once in a session: a cutover calls it first before it has locks.
CREATE OR REPLACE FUNCTION reeve.migrate_undone(copy_id int, is_back boolean, incoming jsonb)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
  WITH copy AS (
    SELECT c.*, CASE WHEN is_back THEN c.source ELSE c.target END AS live,
      c.mapping #>> '{source,schema}' AS schema_name
    FROM reeve.live_copy c WHERE c.copy_id = migrate_undone.copy_id
  ),
  tables AS (
    SELECT (v.side = 'source') = is_back AS is_live, p.relation, nullif(p.place, 0) AS place,
      p.is_split
    FROM copy c
    CROSS JOIN LATERAL (VALUES ('source', c.source), ('target', c.target)) v(side, main)
    CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, v.side, v.main) p
  ),
  parked AS (
    SELECT p.kind, p.name, coalesce(p.relation_id, c.live)::regclass AS relation
    FROM copy c
    CROSS JOIN LATERAL jsonb_to_recordset(c.parked) p(kind text, name text, relation_id oid)
  ),
  -- The views over the target: that of the one old name or, for a source in parts, that of its
  -- units and those of its old names over it.
  olds AS (
    SELECT p.place, p.name, p.relation, to_regclass(p.name) AS old, u.unit, CASE
      WHEN p.place > 0 THEN format('reeve_part_%s_%s', c.copy_id, p.place)
      WHEN u.unit IS NULL AND NOT reeve.migrate_is_plain(c.mapping, c.source, c.target)
        THEN format('reeve_write_%s', c.copy_id) END AS routine
    FROM copy c
    CROSS JOIN LATERAL (
      SELECT to_regclass(format('%I.reeve_unit_%s', c.schema_name, c.copy_id))) u(unit)
    CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source, '') p
  ),
  views(name, view, base, routine) AS (
    SELECT o.name, o.old, coalesce(o.unit, c.target), o.routine FROM copy c, olds o
    UNION ALL
    SELECT o.unit::text, o.unit, c.target, format('reeve_write_%s', c.copy_id)
    FROM copy c, olds o WHERE o.place = 0 AND o.unit IS NOT NULL
  ),
  ordered(what, is_so) AS (
    SELECT o.name, o.old = o.relation FROM olds o WHERE is_back
    UNION ALL
    SELECT x.name, EXISTS (
      SELECT
      FROM pg_class v
      JOIN pg_class s ON s.oid = c.source AND s.relowner = v.relowner
      JOIN pg_rewrite w ON w.ev_class = v.oid AND w.rulename = '_RETURN'
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid = x.base
      WHERE v.oid = x.view AND v.relkind = 'v')
    FROM copy c, views x WHERE NOT is_back
    UNION ALL
    SELECT format('trigger %s of %s', t.name, t.relation), EXISTS (
        SELECT FROM pg_trigger g
        WHERE g.tgrelid = t.relation AND g.tgname = t.name AND (NOT t.is_there
          OR g.tgenabled = 'O' AND g.tgfoid = to_regproc(t.routine))) = t.is_there
    FROM copy c
    CROSS JOIN LATERAL (
      SELECT g.name, l.relation, g.is_there, CASE WHEN g.name ~ '^reeve_closed'
        THEN 'reeve.migrate_closed' ELSE format('reeve.follow_%s_%s%s', c.copy_id,
          2 - is_back::int, '_' || l.place) END
      FROM tables l
      JOIN (VALUES ('reeve_follow', TRUE, TRUE), ('reeve_follow_update', TRUE, TRUE),
        ('reeve_follow_truncate', TRUE, TRUE), ('reeve_closed', FALSE, TRUE),
        ('reeve_closed_truncate', FALSE, TRUE), ('reeve_closed', TRUE, FALSE),
        ('reeve_closed_truncate', TRUE, FALSE), ('reeve_closed_row', TRUE, FALSE),
        ('reeve_closed_row', FALSE, TRUE)) g(name, is_live, is_there)
        ON g.is_live = l.is_live AND (l.is_split OR NOT g.is_there OR g.name <> 'reeve_closed_row')
      UNION ALL
      SELECT 'reeve_write', x.view, x.routine IS NOT NULL,
        format('%I.', c.schema_name) || x.routine
      FROM views x WHERE NOT is_back) t(name, relation, is_there, routine)
    WHERE t.relation IS NOT NULL
    UNION ALL
    SELECT format('trigger %s of %s', p.name, p.relation), EXISTS (
      SELECT FROM pg_trigger g
      WHERE g.tgrelid = p.relation AND g.tgname = p.name AND g.tgenabled <> 'D')
    FROM parked p WHERE p.kind = 'trigger'
    UNION ALL
    SELECT format('foreign key %s of %s', f.name, f.relation), EXISTS (
      SELECT FROM pg_constraint k
      WHERE k.conrelid = f.relation AND k.conname = f.name AND k.contype = 'f'
        AND (f.is_own OR k.confrelid = c.live))
    FROM copy c
    CROSS JOIN LATERAL (
      SELECT p.name, p.relation, TRUE FROM parked p WHERE p.kind = 'foreign key'
      UNION ALL
      SELECT i.name, i.relation, FALSE
      FROM jsonb_to_recordset(incoming) i(name text, relation regclass)) f(name, relation, is_own)
  )
  SELECT o.what FROM ordered o WHERE o.is_so IS NOT TRUE;
END
$$;

COMMENT ON FUNCTION reeve.migrate_undone(int, boolean, jsonb) IS
  'Checks the system catalogs after the statements of a cutover, or of a rollback (is_back), '
  'before the copy records it: returns those of their results that are missing because code of '
  'the app, which ran meanwhile, undid them. incoming: foreign keys of other tables, '
  'reeve.migrate_incoming.';
