CREATE OR REPLACE FUNCTION reeve.remote_plan(mapping jsonb, facts jsonb)
RETURNS TABLE(part text, object text, note text)
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH n AS (
    SELECT reeve.migrate_table(mapping, 'source') AS source,
      format('%I.%I', mapping #>> '{target,schema}', mapping #>> '{target,table}') AS target
  ),
  s AS MATERIALIZED (
    SELECT p.* FROM n CROSS JOIN LATERAL reeve.migrate_parts(mapping, 'source', n.source) p
  ),
  no_back AS MATERIALIZED (SELECT b.reason FROM reeve.remote_no_back(mapping, facts) b(reason))
  SELECT 'rows', n.source::text, format('about %s rows, %s with their indexes',
    CASE WHEN r.reltuples < 0 THEN 'an unknown number of' ELSE r.reltuples::bigint::text END,
    pg_size_pretty(pg_total_relation_size(n.source)))
  FROM n JOIN pg_class r ON r.oid = n.source
  UNION ALL
  SELECT 'server', mapping #>> '{target,server}', format('PostgreSQL %s as %s; where the copy '
    'stands is kept in reeve_copy there', (facts ->> 'version')::int / 10000, facts ->> 'login')
  UNION ALL
  SELECT 'workers', c.name, CASE WHEN reeve.remote_unserved(mapping)
    THEN format('for `--job` a worker needs in its manifest `copies: {%s: {server: …}}`, and the '
      'password in ~/.pgpass or a service file of its user', c.name)
    ELSE 'a running worker''s manifest says where the target is, for `--job`' END
  FROM (SELECT format('%s/%s', mapping ->> 'app', mapping ->> 'copy')) c(name)
  UNION ALL
  SELECT 'locks', string_agg(s.name, ', ' ORDER BY s.place), 'start, cutover: SHARE ROW EXCLUSIVE '
    'for a moment, to create triggers'
  FROM s
  UNION ALL
  SELECT 'locks', n.target, 'cutover, rollback: SHARE ROW EXCLUSIVE there for a moment, to create '
    'triggers and to close them; finish: ACCESS EXCLUSIVE'
  FROM n WHERE NOT EXISTS (SELECT FROM no_back)
  UNION ALL
  SELECT 'cutover', n.source::text, 'refuses writes from then on, with an error that says where '
    'the rows are'
  FROM n
  UNION ALL
  SELECT 'way back', n.target, 'none after the cutover: ' || b.reason FROM n, no_back b
  UNION ALL
  SELECT 'way back', n.target, 'triggers note what is written there in reeve_copy.change, until '
    '`finish`; `start` brings it back, and `rollback` ends there'
  FROM n WHERE NOT EXISTS (SELECT FROM no_back)
  UNION ALL
  SELECT 'way back', d.name, 'keeps its value; rows that come from there have its default'
  FROM unnest(reeve.catalog_columns(mapping -> 'drop')) d(name)
  WHERE NOT EXISTS (SELECT FROM no_back)
  UNION ALL
  SELECT 'key', format('%s(%s)', n.source, array_to_string(reeve.migrate_keys(mapping, 'source'),
    ', ')), format('identifies a row, as (%s) does in %s',
    array_to_string(reeve.migrate_keys(mapping, 'target'), ', '), n.target)
  FROM n
  UNION ALL
  SELECT 'target', n.target, 'must be empty at the start, and nobody else may write it before the '
    'cutover: `verify` would find it'
  FROM n
  UNION ALL
  SELECT k.kind, format('%s of %s', e.name, n.target), k.note
  FROM n, (VALUES ('trigger', 'triggers', format('runs for every row that is copied or changed, as '
      '%s; disable it until the cutover if it should not', facts ->> 'login')),
    ('foreign key', 'foreign', 'is enforced while rows are copied: those that it refuses wait in '
      'quarantine')) k(kind, member, note)
  CROSS JOIN LATERAL jsonb_array_elements_text(
    coalesce(nullif(facts -> k.member, 'null'), '[]')) e(name)
  UNION ALL
  SELECT p.kind, format('%s of %s', p.name, s.name), 'stays here' || CASE
    WHEN EXISTS (SELECT FROM no_back) THEN ''
    WHEN p.kind = 'trigger' THEN ', disabled while the target is live'
    ELSE ', and binds what comes back' END
  FROM s CROSS JOIN LATERAL reeve.migrate_park(s.relation) p WHERE p.name !~ '^reeve_'
  UNION ALL
  SELECT 'policy', format('%s of %s', p.polname, s.name), format('stays here; %s has %s', n.target,
    CASE WHEN jsonb_typeof(facts -> 'policies') = 'array' THEN 'its own' ELSE 'none' END)
  FROM n, s JOIN pg_policy p ON p.polrelid = s.relation AND p.polname <> 'reeve_copies'
  UNION ALL
  SELECT 'foreign key', format('%s of %s', k.conname, k.conrelid::regclass), format('refers to %s, '
    'and goes on doing so%s', s.name, CASE WHEN EXISTS (SELECT FROM no_back) THEN ''
    ELSE ', also for what comes back' END)
  FROM s JOIN pg_constraint k ON k.confrelid = s.relation AND k.contype = 'f' AND k.conparentid = 0
  WHERE k.conrelid NOT IN (SELECT o.relation FROM s o)
  UNION ALL
  SELECT d.kind, d.object, 'goes on reading ' || s.name
  FROM s CROSS JOIN LATERAL reeve.migrate_depending(ARRAY[s.relation]) d
  UNION ALL
  SELECT 'grants', string_agg(DISTINCT coalesce(g.rolname, 'PUBLIC'), ', '),
    'stay here; grant the target separately'
  FROM s
  JOIN pg_class r ON r.oid = s.relation
  CROSS JOIN LATERAL aclexplode(r.relacl) x
  LEFT JOIN pg_roles g ON g.oid = x.grantee
  WHERE x.grantee <> r.relowner
  HAVING count(*) > 0
  UNION ALL
  SELECT 'sequence', q.name, format('the target''s column %s continues from its value', m.key)
  FROM n
  CROSS JOIN LATERAL jsonb_each(mapping -> 'columns') m
  JOIN reeve.migrate_attributes(mapping, 'source', n.source) a
    ON a.name = m.value ->> 'from' AND a.column_name IS NOT NULL
  JOIN jsonb_to_recordset(facts -> 'columns') f(name text, sequence text)
    ON f.name = m.key AND f.sequence IS NOT NULL
  CROSS JOIN LATERAL pg_get_serial_sequence(a.relation::text, a.column_name) q(name)
  WHERE q.name IS NOT NULL
  UNION ALL
  SELECT 'left out', d.name, 'is not copied'
  FROM unnest(reeve.catalog_columns(mapping -> 'drop')) d(name)
  UNION ALL
  SELECT 'collection', l.app || '/' || l.name, 'is read here as it was at the cutover; whatever '
    'would write it fails'
  FROM s JOIN reeve.collection l ON l.relation = s.relation AND l.is_live
  UNION ALL
  SELECT 'replica role', 'sessions', 'sessions with session_replication_role = replica write unseen'
$$;

COMMENT ON FUNCTION reeve.remote_plan(jsonb, jsonb) IS
  'Returns the plan of a copy to another database, and the objects that it leaves behind; only '
  'reads. The mapping must be sound. facts: the result of reeve.remote_inspect there.';
