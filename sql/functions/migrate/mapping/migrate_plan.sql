CREATE OR REPLACE FUNCTION reeve.migrate_plan(mapping jsonb)
RETURNS TABLE(part text, object text, note text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  is_view_plain boolean := reeve.migrate_is_plain(mapping, source, target);
  sources text := (SELECT string_agg(p.name, ', ' ORDER BY p.place)
    FROM reeve.migrate_parts(mapping, 'source', source) p);
  targets text := (SELECT string_agg(p.name, ', ' ORDER BY p.place)
    FROM reeve.migrate_parts(mapping, 'target', target) p);
BEGIN
  RETURN QUERY
    SELECT 'rows', source::text, format('about %s rows, %s with their indexes',
      CASE WHEN r.reltuples < 0 THEN 'an unknown number of' ELSE r.reltuples::bigint::text END,
      pg_size_pretty(pg_total_relation_size(source)))
    FROM pg_class r WHERE r.oid = source
    UNION ALL
    SELECT 'time', 'copy', format('copy about %s at 20,000 rows/s, and as long to verify',
      (interval '1 second' * ceil(greatest(r.reltuples, 0) / 20000)))
    FROM pg_class r WHERE r.oid = source
    UNION ALL
    SELECT 'locks', l.object, l.note
    FROM (VALUES
      (sources, 'start: SHARE ROW EXCLUSIVE for a moment, to create triggers'),
      (targets, 'start: ACCESS EXCLUSIVE for a moment; closed to others until the cutover'),
      (sources || ', ' || targets, 'cutover, rollback: ACCESS EXCLUSIVE in one short transaction'))
      l(object, note)
    UNION ALL
    SELECT 'key', format('%s(%s)', source,
        array_to_string(reeve.migrate_keys(mapping, 'source'), ', ')),
      format('identifies a row, as (%s) does in %s',
        array_to_string(reeve.migrate_keys(mapping, 'target'), ', '), target)
    UNION ALL
    SELECT 'part', p.name, format(CASE WHEN p.is_list THEN '%1$s: any number of rows for a row of '
        '%2$s, as an array of objects' ELSE '%1$s: at most one row for a row of %2$s' END, p.part,
      v.main) || CASE WHEN p.numbered IS NULL THEN '' ELSE format('; %s is the place in it',
        p.numbered) END
    FROM (VALUES ('source', source), ('target', target)) v(side, main)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, v.main) p
    WHERE p.place > 0
    UNION ALL
    SELECT 'old name', p.name, CASE WHEN p.is_list
        THEN 'becomes a view of the target with INSTEAD OF triggers; a row cannot move to another '
          'key, and two changes of one key''s rows at once give 40001' || CASE
            WHEN reeve.migrate_unique(p.relation, p.keys || p.list) @> p.keys THEN ''
            ELSE format('; (%s) is unique among the rows of one key only', array_to_string(
              reeve.migrate_unique(p.relation, p.keys || p.list), ', ')) END
        ELSE 'becomes a view of the target with INSTEAD OF triggers; a row cannot move to another '
          'key' END
    FROM reeve.migrate_parts(mapping, 'source', source) p WHERE p.place > 0
    UNION ALL
    SELECT 'old name', source::text, CASE WHEN is_view_plain
      THEN 'becomes a view of the target that the database itself writes through: INSERT … ON '
        'CONFLICT works, MERGE only since PostgreSQL 17, COPY … FROM and TRUNCATE fail on it'
      ELSE 'becomes a view of the target with INSTEAD OF triggers: INSERT … ON CONFLICT and '
        'TRUNCATE fail on it, MERGE before PostgreSQL 17, and two changes of one column at once '
        'give 40001' END
    UNION ALL
    SELECT * FROM reeve.migrate_plan_names(mapping, source, target)
    UNION ALL
    SELECT 'foreign key', format('%s of %s', i.name, i.relation), 'moves to the target with the '
      'cutover (ACCESS EXCLUSIVE), validated after it'
    FROM reeve.migrate_incoming(mapping, source, target, target::text, FALSE) i
    UNION ALL
    SELECT 'inheritance', h.parent::text, format('%s inherits from it in place of %s with the '
      'cutover', target, source)
    FROM reeve.migrate_parents(mapping, source, target) h
    UNION ALL
    SELECT p.kind, format('%s of %s', p.name, note.relation), note.text
    FROM (
      SELECT t.relation, 'stays in the old table after the cutover'
      FROM reeve.migrate_parts(mapping, 'source', source) t
      UNION ALL
      SELECT t.relation, 'is not enforced until the cutover'
      FROM reeve.migrate_parts(mapping, 'target', target) t) note(relation, text)
    CROSS JOIN LATERAL reeve.migrate_park(note.relation) p
    WHERE p.name !~ '^reeve_'
    UNION ALL
    SELECT d.kind, d.object, CASE
      WHEN d.kind = 'policy' THEN format('follows the name (ACCESS EXCLUSIVE on %s)', d.relation)
      WHEN d.kind = 'materialized view' AND d.way = 'anew' THEN 'keeps its rows, is filled anew '
        'beside itself right after the cutover, and exchanged in an instant; until then REFRESH '
        'reads the old table, which follows'
      WHEN d.kind = 'function' AND d.way = 'anew' THEN 'takes or returns rows: is created anew by '
        'the old name; rights and comment stay'
      WHEN d.way = 'anew' THEN 'is created anew by the old name, as types of its columns change; '
        'rights, comments, options, triggers and rules stay'
      ELSE 'follows the name' END
    FROM reeve.migrate_dependents(mapping, source, target, FALSE) d
    UNION ALL
    SELECT 'grants', coalesce(nullif(string_agg(DISTINCT coalesce(g.rolname, 'PUBLIC'), ', '), ''),
      'none'), 'are copied to the view with the old name; grant the target separately'
    FROM reeve.migrate_parts(mapping, 'source', source) t
    JOIN pg_class r ON r.oid = t.relation
    CROSS JOIN LATERAL (
      SELECT r.relacl UNION ALL SELECT a.attacl FROM pg_attribute a
      WHERE a.attrelid = r.oid AND NOT a.attisdropped) l(acl)
    CROSS JOIN LATERAL aclexplode(l.acl) x
    LEFT JOIN pg_roles g ON g.oid = x.grantee
    WHERE x.grantee <> r.relowner
    UNION ALL
    SELECT 'policy', format('%s of %s', p.polname, source),
      'applies to the old name as before; ' || target || ' has its own'
    FROM pg_policy p WHERE p.polrelid = source AND p.polname <> 'reeve_copies'
    UNION ALL
    SELECT 'sequence', s.name, format('the target''s column %s continues from its value', m.key)
    FROM jsonb_each(mapping -> 'columns') m
    JOIN reeve.migrate_attributes(mapping, 'source', source) a
      ON a.name = m.value ->> 'from' AND a.column_name IS NOT NULL
    CROSS JOIN LATERAL pg_get_serial_sequence(a.relation::text, a.column_name) s(name)
    WHERE s.name IS NOT NULL
    UNION ALL
    SELECT 'publication', p.pubname, 'publishes the old table, which follows after the cutover; '
      'add ' || targets
    FROM pg_publication p
    WHERE EXISTS (
      SELECT FROM reeve.migrate_parts(mapping, 'source', source) t
      JOIN pg_class r ON r.oid = t.relation
      WHERE p.puballtables
        OR EXISTS (SELECT FROM pg_publication_rel b
          WHERE b.prpubid = p.oid AND b.prrelid = r.oid)
        OR EXISTS (SELECT FROM pg_publication_namespace b
          WHERE b.pnpubid = p.oid AND b.pnnspid = r.relnamespace))
    UNION ALL
    SELECT 'collection', l.app || '/' || l.name, 'works through the old name; searched and '
      'moderated there; name the target in the catalog and apply it before `finish`'
    FROM reeve.collection l WHERE l.relation = source AND l.is_live
    UNION ALL
    SELECT 'replica role', 'sessions', 'sessions with session_replication_role = replica write '
    'unseen';
  RETURN QUERY
    SELECT 'lossy', l.name, CASE
      WHEN l.rows IS NULL AND l.differing = 0 THEN format(
        'not compared: one of the first rows raises %s, and will wait in quarantine', l.example)
      WHEN l.rows IS NULL THEN 'is dropped: the old name will not have it; a rollback keeps '
        'the values from before the cutover'
      ELSE format('%s of %s sample rows come back different, such as %s', l.differing, l.rows,
        l.example) END
    FROM reeve.migrate_lossy(mapping, 1000) l
    UNION ALL
    SELECT 'new', a.name, 'only in the target: a rollback loses it'
    FROM reeve.migrate_attributes(mapping, 'target', target) a
    WHERE NOT a.is_generated AND a.column_name IS NOT NULL AND NOT mapping -> 'columns' ? a.name
    UNION ALL
    SELECT 'new', concat(p.part, '.', a.attname), 'only in the target: a rollback loses it'
    FROM reeve.migrate_parts(mapping, 'target', target) p
    JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped
    WHERE p.is_list AND a.attgenerated = '' AND a.attname <> ALL (p.keys || p.list || p.shown);
END
$$;

COMMENT ON FUNCTION reeve.migrate_plan(jsonb) IS
  'Returns the plan of a live copy, with the consequences for everything that depends on its '
  'source; only reads. The mapping must be sound.';
