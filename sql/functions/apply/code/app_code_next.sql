CREATE OR REPLACE FUNCTION reeve.app_code_next(
  manifest jsonb, class_ids oid[], ids oid[], paths text[])
RETURNS TABLE(class_id oid, id oid, path text)
LANGUAGE sql STABLE ROWS 1000 SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH f AS MATERIALIZED (
    SELECT f.class_id, f.id, f.path FROM unnest(class_ids, ids, paths) f(class_id, id, path)
  ),
  relation AS MATERIALIZED (
    SELECT f.id, f.path FROM f WHERE f.class_id = 'pg_class'::regclass
  ),
  type AS MATERIALIZED (
    SELECT f.id, f.path FROM f WHERE f.class_id = 'pg_type'::regclass
  ),
  fired AS MATERIALIZED (
    SELECT t.*, t.oid AS trigger_id, r.path
    FROM relation r JOIN pg_trigger t ON t.tgrelid = r.id
  ),
  -- Which app the code belongs to, and as which role Reeve runs it.
  actor AS MATERIALIZED (
    SELECT r.oid
    FROM pg_roles r
    WHERE r.rolname IN (manifest ->> 'owner', reeve.app_role('writer', manifest ->> 'app'),
      reeve.app_role('reader', manifest ->> 'app'))
  ),
  routine AS MATERIALIZED (
    SELECT f.path, p.proowner AS owner, reeve.app_code_words(p.prosrc) AS words
    FROM f
    JOIN pg_proc p ON p.oid = f.id AND f.class_id = 'pg_proc'::regclass AND p.prosqlbody IS NULL
    JOIN pg_language l ON l.oid = p.prolang AND l.lanname NOT IN ('internal', 'c')
  ),
  -- The objects that the source of a function names; there is no list of those that it uses. A name
  -- alone leads to the app's own schemas and to shared ones: another app must not be able to name
  -- something into this one. An object of any other schema that its code may use is found by the
  -- schema's name.
  word AS MATERIALIZED (
    SELECT w.name, n.oid AS schema_id, min(r.path) AS path
    FROM routine r
    JOIN pg_namespace n ON n.nspname = ANY (reeve.catalog_schemas(manifest))
      OR n.nspname = ANY (r.words)
      OR n.nspowner = r.owner OR n.nspowner IN (SELECT a.oid FROM actor a)
      OR n.nspowner IN ('pg_database_owner'::regrole, (
        SELECT d.datdba FROM pg_database d WHERE d.datname = current_database()))
      OR (SELECT o.rolsuper FROM pg_roles o WHERE o.oid = n.nspowner)
    CROSS JOIN LATERAL unnest(r.words) w(name)
    WHERE has_schema_privilege(r.owner, n.oid, 'USAGE')
      OR EXISTS (SELECT FROM actor a WHERE has_schema_privilege(a.oid, n.oid, 'USAGE'))
    GROUP BY w.name, n.oid
  ),
  edge(class_id, id, path) AS (
    SELECT 'pg_trigger'::regclass::oid, t.trigger_id, t.path
    FROM fired t WHERE NOT t.tgisinternal OR t.tgconstraint = 0
    UNION ALL
    SELECT 'pg_constraint'::regclass, t.tgconstraint, t.path FROM fired t WHERE t.tgisinternal
    UNION ALL
    -- Tables whose foreign keys carry a change or a deletion on to them.
    SELECT 'pg_class'::regclass, t.tgconstrrelid, t.path
    FROM fired t
    WHERE t.tgisinternal AND t.tgfoid IN (
      '"RI_FKey_cascade_del"'::regproc, '"RI_FKey_cascade_upd"'::regproc,
      '"RI_FKey_setnull_del"'::regproc, '"RI_FKey_setnull_upd"'::regproc,
      '"RI_FKey_setdefault_del"'::regproc, '"RI_FKey_setdefault_upd"'::regproc)
    UNION ALL
    SELECT 'pg_rewrite'::regclass, x.oid, r.path
    FROM relation r JOIN pg_rewrite x ON x.ev_class = r.id
    UNION ALL
    SELECT 'pg_policy'::regclass, x.oid, r.path
    FROM relation r JOIN pg_policy x ON x.polrelid = r.id
    UNION ALL
    SELECT 'pg_attrdef'::regclass, x.oid, r.path
    FROM relation r JOIN pg_attrdef x ON x.adrelid = r.id
    UNION ALL
    SELECT 'pg_constraint'::regclass, x.oid, r.path
    FROM relation r JOIN pg_constraint x ON x.conrelid = r.id
    UNION ALL
    SELECT 'pg_class'::regclass, x.indexrelid, r.path
    FROM relation r JOIN pg_index x ON x.indrelid = r.id
    UNION ALL
    SELECT 'pg_statistic_ext'::regclass, x.oid, r.path
    FROM relation r JOIN pg_statistic_ext x ON x.stxrelid = r.id
    WHERE x.stxexprs IS NOT NULL
    UNION ALL
    SELECT 'pg_class'::regclass, x.inhrelid, r.path
    FROM relation r JOIN pg_inherits x ON x.inhparent = r.id
    UNION ALL
    SELECT 'pg_class'::regclass, x.inhparent, r.path
    FROM relation r JOIN pg_inherits x ON x.inhrelid = r.id
    UNION ALL
    SELECT 'pg_type'::regclass, x.atttypid, r.path
    FROM relation r JOIN pg_attribute x ON x.attrelid = r.id
    WHERE x.attnum > 0 AND NOT x.attisdropped AND x.atttypid >= 16384
    UNION ALL
    SELECT 'pg_constraint'::regclass, x.oid, t.path
    FROM type t JOIN pg_constraint x ON x.contypid = t.id
    UNION ALL
    SELECT 'pg_cast'::regclass, x.oid, t.path
    FROM type t JOIN pg_cast x ON t.id IN (x.castsource, x.casttarget)
    UNION ALL
    SELECT 'pg_operator'::regclass, x.oid, t.path
    FROM type t JOIN pg_operator x ON t.id IN (x.oprleft, x.oprright)
    UNION ALL
    SELECT 'pg_proc'::regclass, x.amproc, f.path
    FROM f
    JOIN pg_opclass o ON o.oid = f.id AND f.class_id = 'pg_opclass'::regclass
    JOIN pg_amproc x ON x.amprocfamily = o.opcfamily
    UNION ALL
    SELECT 'pg_proc'::regclass, x.evtfoid, f.path
    FROM f JOIN pg_event_trigger x ON x.oid = f.id AND f.class_id = 'pg_event_trigger'::regclass
    UNION ALL
    -- A table's own dependencies are above; the table that a foreign key points to is only read.
    SELECT d.refclassid, d.refobjid, f.path
    FROM f
    JOIN pg_depend d ON d.classid = f.class_id AND d.objid = f.id
    WHERE d.refobjid >= 16384
      AND d.refclassid IN ('pg_proc'::regclass, 'pg_type'::regclass, 'pg_operator'::regclass,
        'pg_opclass'::regclass, 'pg_class'::regclass)
      AND NOT (f.class_id = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass)
      AND NOT (f.class_id = 'pg_constraint'::regclass AND d.refclassid = 'pg_class'::regclass
        AND EXISTS (SELECT FROM pg_constraint c WHERE c.oid = f.id AND c.contype = 'f'))
    UNION ALL
    SELECT 'pg_proc'::regclass, x.oid, w.path
    FROM word w JOIN pg_proc x ON x.proname = w.name AND x.pronamespace = w.schema_id
    UNION ALL
    SELECT 'pg_class'::regclass, x.oid, w.path
    FROM word w
    JOIN pg_class x ON x.relname = w.name AND x.relnamespace = w.schema_id
      AND x.relkind IN ('r', 'p', 'v', 'm', 'f')
    UNION ALL
    SELECT 'pg_type'::regclass, x.oid, w.path
    FROM word w
    JOIN pg_type x ON x.typname = w.name AND x.typnamespace = w.schema_id
      AND x.typtype IN ('d', 'r', 'b', 'e')
  ),
  found AS MATERIALIZED (
    SELECT DISTINCT ON (e.class_id, e.id) e.class_id, e.id, e.path
    FROM edge e
    WHERE e.id >= 16384
    ORDER BY e.class_id, e.id, e.path
  )
  SELECT coalesce(x.refclassid, o.class_id), coalesce(x.refobjid, o.id), o.path
  FROM found o
  LEFT JOIN pg_proc p ON p.oid = o.id AND o.class_id = 'pg_proc'::regclass
  LEFT JOIN pg_class c ON c.oid = o.id AND o.class_id = 'pg_class'::regclass
  LEFT JOIN pg_type t ON t.oid = o.id AND o.class_id = 'pg_type'::regclass
  LEFT JOIN pg_operator q ON q.oid = o.id AND o.class_id = 'pg_operator'::regclass
  LEFT JOIN pg_namespace n
    ON n.oid = coalesce(p.pronamespace, c.relnamespace, t.typnamespace, q.oprnamespace)
  -- An extension is one piece.
  LEFT JOIN pg_depend x ON x.classid = o.class_id AND x.objid = o.id AND x.deptype = 'e'
    AND reeve.app_code_is_extension(o.class_id, o.id)
  WHERE NOT EXISTS (
      -- Constructors that PostgreSQL makes with a range.
      SELECT
      FROM pg_proc i
      WHERE i.oid >= 16384 AND i.prokind <> 'a' AND i.prolang = (
          SELECT l.oid FROM pg_language l WHERE l.lanname = 'internal')
        AND i.oid = CASE o.class_id WHEN 'pg_proc'::regclass THEN o.id
          WHEN 'pg_cast'::regclass THEN (SELECT k.castfunc FROM pg_cast k WHERE k.oid = o.id) END)
    AND n.nspowner IS DISTINCT FROM 'reeve_owner'::regrole
    AND (n.nspname ~ '^pg_(temp|toast|toast_temp)(_|$)') IS DISTINCT FROM TRUE
$$;

COMMENT ON FUNCTION reeve.app_code_next(jsonb, oid[], oid[], text[]) IS
  'Returns the objects that run or are read when one of the objects given is used, except those in '
  'Reeve''s own schemas: triggers, rules, policies, expressions, types and functions of relations, '
  'tables that foreign keys write to, partitions, and whatever the source of a function names in '
  'schemas that it may use. Reads catalogs only.';
