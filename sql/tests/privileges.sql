-- Who may do what: a line for each schema, relation and function of Reeve's and of its apps', with
-- what each role can do to it, by whatever way (grants, memberships, PUBLIC). Compared with
-- privileges.txt; read each difference as what somebody would gain. Letters as in psql's \dp: r
-- SELECT, a INSERT, w UPDATE, d DELETE, D TRUNCATE, x REFERENCES, t TRIGGER, U USAGE, C CREATE, X
-- EXECUTE; of some columns only: r(seq,hash). The owners are left out; - is nobody.
WITH role(name, place) AS (
  SELECT r.rolname::text, array_position(ARRAY['reeve_viewer', 'reeve_moderator', 'reeve_senior',
    'reeve_auditor', 'reeve_worker', 'reeve_migrator', 'reeve_app', 'reeve_access'],
      r.rolname::text)
  FROM pg_roles r
  WHERE r.rolname IN ('reeve_viewer', 'reeve_moderator', 'reeve_senior', 'reeve_auditor',
    'reeve_worker', 'reeve_migrator', 'reeve_app', 'reeve_access')
  UNION ALL
  -- What PUBLIC has every login has.
  SELECT 'public', 0
  UNION ALL
  -- An app's own servers.
  SELECT DISTINCT g.rolname::text, 100
  FROM reeve.app a
  JOIN pg_namespace n ON n.nspname = a.schema_name
  CROSS JOIN LATERAL aclexplode(n.nspacl) p
  JOIN pg_roles g ON g.oid = p.grantee
  WHERE g.rolname !~ '^reeve_' AND g.oid <> n.nspowner
),
schema AS (
  SELECT n.oid, n.nspname, n.nspname IN (SELECT a.schema_name FROM reeve.app a) AS is_app
  FROM pg_namespace n
  WHERE n.nspname IN ('reeve', 'reeve_index', 'reeve_stage', 'reeve_cell')
    OR n.nspname IN (SELECT a.schema_name FROM reeve.app a)
),
verb(letter, name) AS (
  VALUES ('r', 'SELECT'), ('a', 'INSERT'), ('w', 'UPDATE'), ('d', 'DELETE'), ('D', 'TRUNCATE'),
    ('x', 'REFERENCES'), ('t', 'TRIGGER')
),
held(object, role, place, verbs) AS (
  SELECT 'schema ' || n.nspname, r.name, r.place, concat(
    CASE WHEN has_schema_privilege(r.name, n.oid, 'USAGE') THEN 'U' END,
    CASE WHEN has_schema_privilege(r.name, n.oid, 'CREATE') THEN 'C' END)
  FROM schema n CROSS JOIN role r
  UNION ALL
  SELECT format('%s %I.%I', CASE c.relkind WHEN 'v' THEN 'view' WHEN 'S' THEN 'sequence'
      ELSE 'table' END, n.nspname, CASE n.nspname WHEN 'reeve_index'
      THEN regexp_replace(c.relname, '\d+', 'N', 'g') ELSE c.relname END),
    r.name, r.place, CASE c.relkind
      WHEN 'S' THEN concat(
        CASE WHEN has_sequence_privilege(r.name, c.oid, 'USAGE') THEN 'U' END,
        CASE WHEN has_sequence_privilege(r.name, c.oid, 'SELECT') THEN 'r' END,
        CASE WHEN has_sequence_privilege(r.name, c.oid, 'UPDATE') THEN 'w' END)
      ELSE (
        SELECT string_agg(CASE WHEN has_table_privilege(r.name, c.oid, v.name) THEN v.letter
          WHEN v.letter IN ('r', 'a', 'w', 'x') AND has_any_column_privilege(r.name, c.oid, v.name)
          THEN format('%s(%s)', v.letter, (
            SELECT string_agg(a.attname, ',' ORDER BY a.attnum) FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
              AND has_column_privilege(r.name, c.oid, a.attnum, v.name))) END, '')
        FROM verb v) END
  FROM pg_class c
  JOIN schema n ON n.oid = c.relnamespace
  CROSS JOIN role r
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND NOT c.relispartition
    AND (r.name <> 'reeve_access' OR c.relowner <> 'reeve_access'::regrole)
  UNION ALL
  SELECT format('function %I.%I(%s)', n.nspname,
      CASE WHEN p.proname ~ '^(capture|bars|guard|follow)(_[0-9]+)+$'
      THEN regexp_replace(p.proname, '\d+', 'N', 'g') ELSE p.proname END,
      pg_get_function_identity_arguments(p.oid)),
    r.name, r.place, CASE WHEN has_function_privilege(r.name, p.oid, 'EXECUTE') THEN 'X' END
  FROM pg_proc p
  JOIN schema n ON n.oid = p.pronamespace
  CROSS JOIN role r
  WHERE NOT EXISTS (
    SELECT FROM pg_depend d
    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    AND (r.name <> 'reeve_access' OR p.proowner <> 'reeve_access'::regrole)
),
line(object, place, text) AS (
  SELECT h.object, min(h.place), format('%s=%s', h.verbs,
    string_agg(DISTINCT regexp_replace(h.role, '^reeve_', ''), ','))
  FROM held h
  WHERE h.verbs <> ''
  GROUP BY h.object, h.verbs
)
SELECT format('%s: %s', o.object, coalesce((
  SELECT string_agg(l.text, ' ' ORDER BY l.place, l.text) FROM line l
  WHERE l.object = o.object), '-'))
FROM (SELECT DISTINCT h.object FROM held h) o
ORDER BY o.object COLLATE "C";
