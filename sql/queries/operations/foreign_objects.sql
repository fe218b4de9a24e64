-- What is on Reeve's own relations and schemas that no migration made, or is gone of what they
-- made: finding, what to do, and the statement by which `upgrade` restores it (NULL: it refuses).
-- $1 text[]: triggers of the migrations, `relation trigger function`; $2 text[]: names of their
-- relations; $3 text[]: their grants, `schema|relation name privilege column role`, the column `-`
-- for a whole object; $4 text[]: their constraints, `relation constraint`. What is granted is
-- compared by OID.
WITH RECURSIVE relation AS (
  SELECT c.*, c.oid::regclass::text AS name
  FROM pg_class c
  WHERE c.relnamespace = 'reeve'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT c.relispartition
),
schema AS (
  SELECT n.* FROM pg_namespace n
  WHERE n.nspname IN ('reeve', 'reeve_index', 'reeve_stage', 'reeve_cell')
),
-- Functions that `catalog apply` and `migrate` make, and for what.
generated AS (
  SELECT p.oid, n.part[1] AS kind, n.part[2]::numeric AS number
  FROM pg_proc p
  CROSS JOIN LATERAL regexp_match(p.proname,
    '^((?:rank_|join_)?capture|bars|guard|follow|search|suggest|find|complete|opened|trending|'
    'changes)_([0-9]+)'
    '(?:_[0-9]+)*$') n(part)
  WHERE p.pronamespace = 'reeve'::regnamespace AND n.part IS NOT NULL
),
-- The tables of each collection.
tree(number, relation) AS (
  SELECT c.collection_id, c.relation::oid FROM reeve.collection c
  UNION
  SELECT tree.number, h.inhrelid FROM tree JOIN pg_inherits h ON h.inhparent = tree.relation
),
grantee(oid, name) AS (
  SELECT r.oid, quote_ident(r.rolname) FROM pg_roles r
  UNION ALL
  SELECT 0, 'PUBLIC'
),
-- Who may call the functions in schema reeve besides their owners. By itself: whatever a planner
-- thinks of their number, the roles are not gone through for each.
callable AS MATERIALIZED (
  SELECT p.oid, p.proname, p.proowner, x.grantee
  FROM pg_proc p
  CROSS JOIN LATERAL aclexplode(p.proacl) x
  WHERE p.pronamespace = 'reeve'::regnamespace AND x.grantee <> p.proowner
),
-- Whatever can be granted: schemas, relations (column 0) and their columns.
object AS (
  SELECT 'schema' AS kind, n.oid, 0 AS attnum, n.nspname AS relname, '-'::name AS attname,
    n.nspowner AS owner, n.nspacl AS acl, format('schema %I', n.nspname) AS sql
  FROM schema n
  UNION ALL
  SELECT 'relation', c.oid, 0, c.relname, '-', c.relowner, c.relacl, c.oid::regclass::text
  FROM pg_class c
  WHERE c.relnamespace IN ('reeve'::regnamespace, to_regnamespace('reeve_index'))
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
  UNION ALL
  SELECT 'relation', c.oid, a.attnum, c.relname, a.attname, c.relowner, a.attacl,
    c.oid::regclass::text
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
  WHERE c.relnamespace IN ('reeve'::regnamespace, to_regnamespace('reeve_index'))
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
),
held AS (
  SELECT o.kind, o.oid, o.attnum, o.attname, o.sql, x.privilege_type::text AS privilege,
    x.grantee, bool_or(x.is_grantable) AS is_grantable
  FROM object o
  CROSS JOIN LATERAL aclexplode(o.acl) x
  WHERE x.grantee <> o.owner
  GROUP BY o.kind, o.oid, o.attnum, o.attname, o.sql, x.privilege_type, x.grantee
),
wanted AS (
  SELECT o.kind, o.oid, o.attnum, o.attname, o.sql, w.part[3] AS privilege, r.oid AS grantee
  FROM (SELECT string_to_array(u, ' ') FROM unnest($3::text[]) u) w(part)
  JOIN object o ON o.kind = w.part[1] AND o.relname = w.part[2] AND o.attname = w.part[4]
    AND (o.kind = 'schema' OR o.oid IN (SELECT l.oid FROM relation l))
  JOIN pg_roles r ON r.rolname = w.part[5]
  UNION ALL
  -- catalog apply lets an app's owner call the functions of its searched collections.
  SELECT DISTINCT o.kind, o.oid, o.attnum, o.attname, o.sql, 'USAGE', r.oid
  FROM reeve.collection c
  JOIN reeve.app a ON a.app = c.app
  JOIN pg_roles r ON r.rolname = a.owner_name
  JOIN object o ON o.kind = 'schema' AND o.relname = 'reeve' AND o.owner <> r.oid
  WHERE c.is_live AND (c.search -> 'public')::boolean
),
granted AS (
  SELECT coalesce(h.sql, w.sql) AS sql, g.name,
    coalesce(h.privilege, w.privilege) || CASE WHEN coalesce(h.attnum, w.attnum) <> 0
      THEN format(' (%I)', coalesce(h.attname, w.attname)) ELSE '' END AS privilege,
    h.oid IS NULL AS is_gone, w.oid IS NOT NULL AS is_option
  FROM held h
  FULL JOIN wanted w USING (oid, attnum, privilege, grantee, kind)
  JOIN grantee g ON g.oid = coalesce(h.grantee, w.grantee)
  WHERE (w.oid IS NULL OR h.oid IS NULL OR h.is_grantable)
    -- An app's owner may use the schema, whatever its catalog declares today.
    AND NOT (w.oid IS NULL AND h.kind = 'schema' AND h.privilege = 'USAGE' AND NOT h.is_grantable
      AND EXISTS (
        SELECT
        FROM reeve.app a
        LEFT JOIN pg_namespace o ON o.nspname = a.schema_name
        LEFT JOIN pg_roles r ON r.rolname = a.owner_name
        WHERE h.grantee IN (r.oid, o.nspowner)))
)
SELECT f.finding, f.remedy, f.statement
FROM (
  SELECT format('trigger %s of %s calls %s is of no release', t.tgname, r.name,
    t.tgfoid::regprocedure), format('DROP TRIGGER %I ON %s, and find out who created it.', t.tgname,
    r.name), NULL
  FROM pg_trigger t
  JOIN relation r ON r.oid = t.tgrelid
  JOIN pg_proc p ON p.oid = t.tgfoid
  JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE NOT t.tgisinternal AND (n.nspname <> 'reeve'
    OR format('%s %s %s', r.relname, t.tgname, p.proname) <> ALL ($1::text[]))
  UNION ALL
  SELECT format('trigger %s of reeve.%s is gone', e.part[2], e.part[1]),
    '`reeve upgrade` creates it again; find out who dropped it.', NULL
  FROM (SELECT string_to_array(u, ' ') FROM unnest($1::text[]) u) e(part)
  WHERE NOT EXISTS (
    SELECT
    FROM pg_trigger t
    JOIN relation r ON r.oid = t.tgrelid
    JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE r.relname = e.part[1] AND t.tgname = e.part[2] AND p.proname = e.part[3]
      AND t.tgenabled IN ('O', 'A'))
  UNION ALL
  SELECT format('rule %s of %s is of no release', w.rulename, w.ev_class::regclass),
    format('DROP RULE %I ON %s, and find out who created '
    'it.', w.rulename, w.ev_class::regclass), NULL
  FROM pg_rewrite w
  JOIN pg_class c ON c.oid = w.ev_class
  WHERE c.relnamespace = 'reeve'::regnamespace AND w.rulename <> '_RETURN'
  UNION ALL
  SELECT format('policy %s of %s is of no release', p.polname, r.name),
    format('DROP POLICY %I ON %s, and find out who created it.', p.polname, r.name), NULL
  FROM pg_policy p
  JOIN relation r ON r.oid = p.polrelid
  UNION ALL
  SELECT format('row security of %s is on', r.name),
    format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY.', r.name),
    format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', r.name)
  FROM relation r
  WHERE r.relrowsecurity OR r.relforcerowsecurity
  UNION ALL
  SELECT format('%s is of no release', r.name),
    'Find out who created it, and drop it or move it to another schema.', NULL
  FROM relation r
  WHERE r.relname <> ALL ($2::text[])
  UNION ALL
  SELECT format('constraint %s of reeve.%s is gone, or was never validated', e.part[2], e.part[1]),
    '`reeve upgrade` creates it again; find out who dropped it.', NULL
  FROM (SELECT string_to_array(u, ' ') FROM unnest($4::text[]) u) e(part)
  JOIN relation r ON r.relname = e.part[1]
  WHERE NOT EXISTS (
    SELECT
    FROM pg_constraint c
    WHERE c.conrelid = r.oid AND c.conname = e.part[2] AND c.convalidated)
  UNION ALL
  SELECT format(CASE WHEN g.sql LIKE 'schema %' THEN '%1$s has %2$s on %3$s that no release granted'
      ELSE '%1$s has a grant on %3$s that no release granted, of %2$s' END, g.name,
      string_agg(g.privilege || CASE WHEN g.is_option THEN ' WITH GRANT OPTION' ELSE '' END, ', '
        ORDER BY g.privilege), g.sql),
    '`reeve upgrade` revokes it; find out who granted it.',
    format('REVOKE %s%s ON %s FROM %s CASCADE',
      CASE WHEN g.is_option THEN 'GRANT OPTION FOR ' ELSE '' END,
      string_agg(g.privilege, ', ' ORDER BY g.privilege), g.sql, g.name)
  FROM granted g
  WHERE NOT g.is_gone
  GROUP BY g.name, g.sql, g.is_option
  UNION ALL
  SELECT format('%s lacks %s on %s, which this release granted', g.name,
      string_agg(g.privilege, ', ' ORDER BY g.privilege), g.sql),
    '`reeve upgrade` grants it; find out who revoked it.',
    format('GRANT %s ON %s TO %s', string_agg(g.privilege, ', ' ORDER BY g.privilege), g.sql,
      g.name)
  FROM granted g
  WHERE g.is_gone
  GROUP BY g.name, g.sql
  UNION ALL
  SELECT format('%s belongs to %s', o.sql, o.owner::regrole),
    '`reeve upgrade` gives it back to reeve_owner; find out who took it.',
    format('ALTER %s OWNER TO reeve_owner', CASE WHEN o.kind = 'schema' THEN o.sql
      ELSE format('%s %s', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
        WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, o.sql) END)
  FROM object o
  LEFT JOIN pg_class c ON o.kind = 'relation' AND c.oid = o.oid
  WHERE o.attnum = 0 AND o.owner <> 'reeve_owner'::regrole AND c.relkind IS DISTINCT FROM 'S'
  UNION ALL
  SELECT format('%s, of an app, may call %s', g.name, p.oid::regprocedure),
    format('REVOKE EXECUTE ON FUNCTION %s FROM %s, and find out who granted it.',
      p.oid::regprocedure, g.name),
    format('REVOKE EXECUTE ON FUNCTION %s FROM %s CASCADE', p.oid::regprocedure, g.name)
  FROM callable p
  JOIN grantee g ON g.oid = p.grantee
  WHERE g.name ~ '^"?reeve_(writer|reader)_'
    AND p.proname !~ '^((rank_|join_)?capture|bars|guard|follow)(_[0-9]+)+$'
  UNION ALL
  -- Only owners of tables have to call functions: those that their tables' triggers call.
  SELECT format('%s may call %s', g.name, p.oid::regprocedure),
    '`reeve upgrade` revokes it; find out who granted it.',
    format('REVOKE EXECUTE ON FUNCTION %s FROM %s CASCADE', p.oid::regprocedure, g.name)
  FROM callable p
  JOIN generated o USING (oid)
  JOIN grantee g ON g.oid = p.grantee
  WHERE g.name !~ '^"?reeve_(writer|reader)_'
    AND o.kind <> ALL ('{bars,search,suggest,find,complete,opened,trending,changes}')
    AND NOT EXISTS (
      SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE t.tgfoid = p.oid AND c.relowner = p.grantee)
  UNION ALL
  SELECT format('%s may call %s', g.name, p.oid::regprocedure),
    '`reeve upgrade` revokes it; find out who granted it.',
    format('REVOKE EXECUTE ON FUNCTION %s FROM %s CASCADE', p.oid::regprocedure, g.name)
  FROM callable p
  JOIN grantee g ON g.oid = p.grantee
  WHERE p.proowner = 'reeve_owner'::regrole AND g.name !~ '^"?reeve_' AND p.grantee <> 0
    AND p.proname <> ALL ('{migrate_closed,migrate_used,remote_closed}')
    AND p.oid NOT IN (SELECT o.oid FROM generated o)
  UNION ALL
  SELECT format('function %s is of no release', p.oid::regprocedure),
    'Find out who created it, and drop it.', NULL
  FROM generated p
  WHERE NOT CASE
    WHEN p.kind = 'rank_capture' THEN EXISTS (
      SELECT FROM reeve.rank_rule r WHERE r.rank_id = p.number)
    WHEN p.kind = 'join_capture' THEN EXISTS (
      SELECT FROM reeve.search_join j WHERE j.join_id = p.number)
    WHEN p.kind = 'changes' THEN EXISTS (
      SELECT FROM reeve.feed f WHERE f.feed_id = p.number)
    WHEN p.kind = 'follow' THEN EXISTS (
      SELECT FROM reeve.live_copy l WHERE l.copy_id = p.number)
    ELSE EXISTS (SELECT FROM reeve.collection c WHERE c.collection_id = p.number) END
  UNION ALL
  -- A change function that a table's owner attached: see "Past faults" in docs/security.md.
  SELECT format('trigger %s of %s calls %s, and Reeve did not create it', t.tgname,
    t.tgrelid::regclass, p.oid::regprocedure), format('It may have run code as reeve_owner: find '
    'out who created it. DROP TRIGGER %I ON %s.', t.tgname, t.tgrelid::regclass), NULL
  FROM generated p
  JOIN pg_trigger t ON t.tgfoid = p.oid
  WHERE p.kind ~ 'capture$' AND NOT t.tgisinternal AND (
    t.tgname !~ '^reeve_(change|rank|join)'
    -- Of a statement, other than of TRUNCATE.
    OR t.tgtype & 33 = 0 AND 'reeve_written' IS DISTINCT FROM coalesce(t.tgnewtable, t.tgoldtable)
    OR t.tgtype & 66 <> 0
    OR p.kind = 'capture' AND NOT EXISTS (
      SELECT FROM tree WHERE tree.number = p.number AND tree.relation = t.tgrelid)
      AND NOT EXISTS (
        -- A partition that was detached since.
        SELECT FROM reeve.collection c JOIN pg_class o ON o.oid = c.relation
        JOIN pg_class d ON d.oid = t.tgrelid
        WHERE c.collection_id = p.number AND o.relkind = 'p' AND o.relowner = d.relowner
          AND t.tgparentid = 0 AND t.tgtype & 1 = 1))
  UNION ALL
  SELECT format('%s %s belongs to reeve_owner', i.type, i.identity),
    'Find out who created it, and drop it: it has the rights of reeve_owner.', NULL
  FROM pg_shdepend d
  CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, d.objsubid) i
  WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = 'reeve_owner'::regrole
    AND d.deptype = 'o'
    AND d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
    AND coalesce(i.schema, '') !~ '^(reeve(_index|_stage|_cell)?|pg_toast.*)$'
    AND NOT (i.type = 'schema' AND i.identity ~ '^reeve(_index|_stage|_cell)?$')
    AND NOT (i.type = 'extension' AND i.identity IN ('pg_trgm', 'unaccent', 'btree_gist'))
    AND i.type <> 'default acl'
    AND NOT EXISTS (
      SELECT FROM pg_depend e
      WHERE e.classid = d.classid AND e.objid = d.objid AND e.deptype = 'e')
  UNION ALL
  SELECT format('default privileges of %s let %s use what it makes', d.defaclrole::regrole, g.name),
    '`reeve upgrade` revokes them; find out who granted them.',
    format('ALTER DEFAULT PRIVILEGES FOR ROLE %s %s REVOKE ALL ON %s FROM %s',
      d.defaclrole::regrole, CASE WHEN d.defaclnamespace <> 0
        THEN format('IN SCHEMA %s', d.defaclnamespace::regnamespace) ELSE '' END,
      CASE d.defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'f'
        THEN 'FUNCTIONS' WHEN 'T' THEN 'TYPES' ELSE 'SCHEMAS' END, g.name)
  FROM pg_default_acl d
  JOIN pg_roles o ON o.oid = d.defaclrole
  CROSS JOIN LATERAL aclexplode(d.defaclacl) x
  JOIN grantee g ON g.oid = x.grantee
  WHERE o.rolname ~ '^reeve_' AND x.grantee <> d.defaclrole
  UNION ALL
  SELECT format('PUBLIC may call whatever %s creates', o.oid::regrole),
    '`reeve upgrade` sets its default privileges again; find out who changed them.',
    format('ALTER DEFAULT PRIVILEGES FOR ROLE %s REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC',
      o.oid::regrole)
  FROM pg_roles o
  WHERE o.rolname = 'reeve_owner' AND NOT EXISTS (
    SELECT
    FROM pg_default_acl d
    WHERE d.defaclrole = o.oid AND d.defaclnamespace = 0 AND d.defaclobjtype = 'f')
  ) f(finding, remedy, statement)
ORDER BY f.finding
