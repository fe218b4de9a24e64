CREATE OR REPLACE FUNCTION reeve.migrate_plan(mapping jsonb)
RETURNS TABLE(part text, object text, note text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  is_view_plain boolean := reeve.migrate_is_plain(mapping, source, target);
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
      (source::text, 'start: SHARE ROW EXCLUSIVE for a moment, to create triggers'),
      (target::text, 'start: ACCESS EXCLUSIVE for a moment; closed to others until the cutover'),
      (source || ', ' || target, 'cutover, rollback: ACCESS EXCLUSIVE in one short transaction'))
      l(object, note)
    UNION ALL
    SELECT 'key', format('%s(%s)', source,
        array_to_string(reeve.migrate_keys(mapping, 'source'), ', ')),
      format('a row is known by it, and by (%s) in %s',
        array_to_string(reeve.migrate_keys(mapping, 'target'), ', '), target)
    UNION ALL
    SELECT 'old name', source::text, CASE WHEN is_view_plain
      THEN 'becomes a view of the target that the database itself writes through: INSERT … ON '
        'CONFLICT works, MERGE only since PostgreSQL 17, COPY … FROM and TRUNCATE fail on it'
      ELSE 'becomes a view of the target with INSTEAD OF triggers: INSERT … ON CONFLICT and '
        'TRUNCATE fail on it, MERGE before PostgreSQL 17, and two changes of one column at once '
        'give 40001' END
    UNION ALL
    SELECT 'foreign key', format('%s of %s', i.name, i.relation), 'moves to the target with the '
      'cutover (ACCESS EXCLUSIVE), validated after it'
    FROM reeve.migrate_incoming(mapping, source, target::text, FALSE) i
    UNION ALL
    SELECT p.kind, format('%s of %s', p.name, note.relation), note.text
    FROM (VALUES
      (source, 'stays in the old table after the cutover'),
      (target, 'is not enforced until the cutover')) note(relation, text)
    CROSS JOIN LATERAL reeve.migrate_park(note.relation) p
    WHERE p.name !~ '^reeve_'
    UNION ALL
    SELECT d.kind, d.object, 'follows the name' FROM reeve.migrate_depending(source) d
    UNION ALL
    SELECT 'grants', coalesce(nullif(string_agg(DISTINCT coalesce(g.rolname, 'PUBLIC'), ', '), ''),
      'none'), 'are copied to the view with the old name; grant the target separately'
    FROM pg_class r
    CROSS JOIN LATERAL aclexplode(r.relacl) x
    LEFT JOIN pg_roles g ON g.oid = x.grantee
    WHERE r.oid = source AND x.grantee <> r.relowner
    UNION ALL
    SELECT 'policy', format('%s of %s', p.polname, source),
      'applies to the old name as before; ' || target || ' has its own'
    FROM pg_policy p WHERE p.polrelid = source AND p.polname <> 'reeve_copies'
    UNION ALL
    SELECT 'sequence', s.name, format('the target''s column %s continues from its value', m.key)
    FROM jsonb_each(mapping -> 'columns') m
    CROSS JOIN LATERAL pg_get_serial_sequence(source::text, m.value ->> 'from') s(name)
    WHERE s.name IS NOT NULL
    UNION ALL
    SELECT 'publication', p.pubname, 'publishes the old table, which follows after the cutover; '
      'add ' || target
    FROM pg_publication_tables p
    WHERE format('%I.%I', p.schemaname, p.tablename)::regclass = source
    UNION ALL
    SELECT 'collection', l.app || '/' || l.name, 'works through the old name; searched and '
      'moderated there; name the target in the catalog and apply it before `finish`'
    FROM reeve.collection l WHERE l.relation = source AND l.is_live
    UNION ALL
    SELECT 'replica role', 'sessions', 'sessions with session_replication_role = replica write '
    'unseen';
  RETURN QUERY
    SELECT 'lossy', l.name, CASE
      WHEN l.rows IS NULL THEN 'is dropped: the old name will not have it; a rollback keeps '
        'the values from before the cutover'
      ELSE format('%s of %s sample rows come back different, such as %s', l.differing, l.rows,
        l.example) END
    FROM reeve.migrate_lossy(mapping, 1000) l
    UNION ALL
    SELECT 'new', a.attname::text, 'only in the target: a rollback loses it'
    FROM pg_attribute a
    WHERE a.attrelid = target AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND NOT mapping -> 'columns' ? a.attname;
END
$$;

COMMENT ON FUNCTION reeve.migrate_plan(jsonb) IS
  'What a live copy would do, and what becomes of everything that depends on its source; reads '
  'only. '
  'The mapping is sound.';
