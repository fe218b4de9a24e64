CREATE OR REPLACE FUNCTION reeve.app_code(manifest jsonb)
RETURNS TABLE(
  path text, kind text, object text, relation text, owner text, definition text, digest bytea,
  is_deferrable boolean, is_definer boolean, sets_settings boolean, alarms text[], note text,
  is_ours boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s'
  SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
  SET bytea_output = 'hex' SET extra_float_digits = 1 SET lc_monetary = 'C'
  SET jit = off SET quote_all_identifiers = off SET standard_conforming_strings = on
AS $$
  WITH node AS MATERIALIZED (
    SELECT * FROM reeve.app_code_reach(manifest)
  ),
  piece(class_id, id, path, kind, relation_id, routine_id, owner_id, definition, is_deferrable,
    alarms, note) AS (
    SELECT n.class_id, n.id, n.path, NULL, t.tgrelid, t.tgfoid, NULL::oid,
      format('%s [%s]', pg_get_triggerdef(t.oid), t.tgenabled), t.tgdeferrable,
      CASE WHEN t.tgdeferrable THEN '{"deferrable: it may run at COMMIT"}'::text[] END,
      CASE t.tgenabled WHEN 'D' THEN 'disabled' WHEN 'R' THEN 'fires on replicas only' END
    FROM node n
    JOIN pg_trigger t ON t.oid = n.id AND n.class_id = 'pg_trigger'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, x.ev_class, NULL, NULL,
      format('%s [%s]', pg_get_ruledef(x.oid), x.ev_enabled), FALSE, NULL, NULL
    FROM node n
    JOIN pg_rewrite x ON x.oid = n.id AND n.class_id = 'pg_rewrite'::regclass
    WHERE x.rulename <> '_RETURN' OR x.ev_type <> '1'
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, x.polrelid, NULL, NULL,
      format('%s FOR %s TO %s USING (%s) WITH CHECK (%s)',
        CASE WHEN x.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, x.polcmd,
        (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(r) END, ', ' ORDER BY
          pg_get_userbyid(r)) FROM unnest(x.polroles) r),
        pg_get_expr(x.polqual, x.polrelid), pg_get_expr(x.polwithcheck, x.polrelid)),
      FALSE, NULL, NULL
    FROM node n
    JOIN pg_policy x ON x.oid = n.id AND n.class_id = 'pg_policy'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path,
      CASE WHEN a.attgenerated <> '' THEN 'generated column' ELSE 'default value' END, x.adrelid,
      NULL, NULL, format('%s%s', pg_get_expr(x.adbin, x.adrelid),
        CASE WHEN a.attgenerated <> '' THEN format(' GENERATED [%s]', a.attgenerated) END),
      FALSE, NULL, NULL
    FROM node n
    JOIN pg_attrdef x ON x.oid = n.id AND n.class_id = 'pg_attrdef'::regclass
    JOIN pg_attribute a ON a.attrelid = x.adrelid AND a.attnum = x.adnum
    UNION ALL
    -- Foreign keys of PostgreSQL's own run no code of the app when they are deferred.
    SELECT n.class_id, n.id, n.path, CASE x.contype WHEN 'c' THEN 'check constraint'
      WHEN 'f' THEN 'foreign key' WHEN 'x' THEN 'exclusion constraint'
      ELSE 'unique constraint' END, x.conrelid, NULL,
      (SELECT t.typowner FROM pg_type t WHERE t.oid = x.contypid),
      format('%s%s', pg_get_constraintdef(x.oid),
        CASE WHEN x.contype = 'c' AND NOT x.convalidated THEN ' [not valid]' END),
      x.condeferrable,
      CASE WHEN x.condeferrable AND u.is_code THEN
        '{"deferrable, over an expression of the app''s: it may run at COMMIT"}'::text[] END,
      CASE WHEN x.condeferrable AND NOT u.is_code THEN 'deferrable, without code of the app''s' END
    FROM node n
    JOIN pg_constraint x ON x.oid = n.id AND n.class_id = 'pg_constraint'::regclass
    CROSS JOIN LATERAL (SELECT reeve.app_code_is_used(x.oid)) u(is_code)
    WHERE x.contype IN ('c', 'x') OR x.contype IN ('u', 'p') AND x.condeferrable
      OR x.contype = 'f' AND (x.condeferrable OR 'a' <> ALL (ARRAY[x.confdeltype, x.confupdtype])
        OR u.is_code)
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, x.indrelid, NULL, NULL, pg_get_indexdef(x.indexrelid),
      FALSE, NULL, NULL
    FROM node n
    JOIN pg_index x ON x.indexrelid = n.id AND n.class_id = 'pg_class'::regclass
    WHERE x.indexprs IS NOT NULL OR x.indpred IS NOT NULL OR EXISTS (
      SELECT FROM unnest(x.indclass) o WHERE o >= 16384)
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, x.stxrelid, NULL, NULL,
      pg_get_statisticsobjdef(x.oid), FALSE, NULL, NULL
    FROM node n
    JOIN pg_statistic_ext x ON x.oid = n.id AND n.class_id = 'pg_statistic_ext'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, c.oid, NULL, c.relowner,
      concat_ws(E'\n', CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
        CASE WHEN c.relkind IN ('v', 'm', 'f') THEN c.reloptions::text END,
        -- A ban that enforcement by policy enables row security itself, with a policy reeve_open.
        CASE WHEN c.relrowsecurity AND NOT EXISTS (
          SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'reeve_open')
          THEN 'row security' END,
        CASE WHEN c.relforcerowsecurity THEN 'row security of the owner' END,
        (SELECT format('server %I %s %s', s.srvname, t.ftoptions, s.srvoptions)
          FROM pg_foreign_table t JOIN pg_foreign_server s ON s.oid = t.ftserver
          WHERE t.ftrelid = c.oid)),
      FALSE, CASE c.relkind WHEN 'f' THEN '{"connects elsewhere"}'::text[] END,
      CASE WHEN c.relrowsecurity THEN 'row security' END
    FROM node n
    JOIN pg_class c ON c.oid = n.id AND n.class_id = 'pg_class'::regclass
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, NULL, p.oid, p.proowner,
      CASE WHEN p.prokind <> 'a' THEN pg_get_functiondef(p.oid)
        ELSE format('aggregate %s %s %s %s %L', g.aggtransfn, g.aggfinalfn, g.aggcombinefn,
          format_type(g.aggtranstype, NULL), g.agginitval) END,
      FALSE, NULL, NULL
    FROM node n
    JOIN pg_proc p ON p.oid = n.id AND n.class_id = 'pg_proc'::regclass
    LEFT JOIN pg_aggregate g ON g.aggfnoid = p.oid
    UNION ALL
    SELECT n.class_id, n.id, n.path, CASE t.typtype WHEN 'd' THEN 'domain' END, NULL, NULL,
      t.typowner, CASE t.typtype
        WHEN 'd' THEN format('%s%s DEFAULT %s', format_type(t.typbasetype, t.typtypmod),
          CASE WHEN t.typnotnull THEN ' NOT NULL' END, t.typdefault)
        WHEN 'r' THEN (
          SELECT format('range of %s %s %s', format_type(r.rngsubtype, NULL), r.rngcanonical,
            r.rngsubdiff)
          FROM pg_range r WHERE r.rngtypid = t.oid)
        ELSE format('%s %s %s %s', t.typinput, t.typoutput, t.typreceive, t.typsend) END,
      FALSE, NULL, NULL
    FROM node n
    JOIN pg_type t ON t.oid = n.id AND n.class_id = 'pg_type'::regclass
    WHERE t.typtype IN ('d', 'r') OR t.typtype = 'b' AND t.typelem = 0
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, NULL, o.oprcode, o.oprowner,
      format('%s %s %s %s %s', o.oprcode::regprocedure, o.oprrest, o.oprjoin,
        o.oprcom::regoperator, o.oprnegate::regoperator), FALSE, NULL, NULL
    FROM node n
    JOIN pg_operator o ON o.oid = n.id AND n.class_id = 'pg_operator'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, NULL, nullif(x.castfunc, 0),
      (SELECT p.proowner FROM pg_proc p WHERE p.oid = x.castfunc),
      format('%s %s %s', x.castfunc::regprocedure, x.castcontext, x.castmethod), FALSE, NULL,
      CASE x.castcontext WHEN 'i' THEN 'implicit' WHEN 'a' THEN 'in assignments' END
    FROM node n
    JOIN pg_cast x ON x.oid = n.id AND n.class_id = 'pg_cast'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, NULL, NULL, o.opcowner,
      (SELECT string_agg(p.amproc::regprocedure::text, ' ' ORDER BY p.amprocnum,
          p.amproc::regprocedure::text)
        FROM pg_amproc p WHERE p.amprocfamily = o.opcfamily), FALSE, NULL, NULL
    FROM node n
    JOIN pg_opclass o ON o.oid = n.id AND n.class_id = 'pg_opclass'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, NULL, NULL, NULL,
      format('%s %s', x.extversion, x.extnamespace::regnamespace), FALSE, NULL,
      'version ' || x.extversion
    FROM node n
    JOIN pg_extension x ON x.oid = n.id AND n.class_id = 'pg_extension'::regclass
    UNION ALL
    SELECT n.class_id, n.id, n.path, NULL, NULL, x.evtfoid, x.evtowner,
      format('%s %s %s [%s]', x.evtevent, x.evtfoid::regprocedure, x.evttags, x.evtenabled),
      FALSE, NULL, 'on ' || x.evtevent
    FROM node n
    JOIN pg_event_trigger x ON x.oid = n.id AND n.class_id = 'pg_event_trigger'::regclass
  )
  SELECT p.path, coalesce(p.kind, i.type), i.identity,
    CASE WHEN p.relation_id > 0 THEN (
      SELECT s.identity FROM pg_identify_object('pg_class'::regclass, p.relation_id, 0) s) END,
    o.owner, p.definition, sha256(convert_to(format('%s %s', o.owner, p.definition), 'UTF8')),
    p.is_deferrable, coalesce(f.prosecdef, FALSE),
    u.alarms && '{has a SET clause,sets settings}'::text[], a.alarms, coalesce(p.note, ''),
    -- Generated by apply: has one of Reeve's names and calls nothing but Reeve.
    p.class_id IN ('pg_trigger'::regclass, 'pg_policy'::regclass) AND i.identity ~ '^reeve_'
      AND NOT EXISTS (
        SELECT
        FROM pg_depend d
        LEFT JOIN pg_proc g ON d.refclassid = 'pg_proc'::regclass AND g.oid = d.refobjid
          AND g.proowner = 'reeve_owner'::regrole
        WHERE d.classid = p.class_id AND d.objid = p.id AND g.oid IS NULL
          AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass))
  FROM piece p
  CROSS JOIN LATERAL pg_identify_object(p.class_id, p.id, 0) i
  LEFT JOIN pg_proc f ON f.oid = p.routine_id
  LEFT JOIN pg_class c ON c.oid = p.relation_id
  CROSS JOIN LATERAL (
    SELECT pg_get_userbyid(coalesce(p.owner_id, c.relowner, f.proowner))::text) o(owner)
  LEFT JOIN pg_roles r ON r.rolname = o.owner
  CROSS JOIN LATERAL (
    SELECT CASE WHEN f.oid IS NULL THEN '{}'
      WHEN f.proowner = 'reeve_owner'::regrole THEN '{}'
      ELSE coalesce(reeve.app_code_alarms(f.oid), '{}') END) u(alarms)
  CROSS JOIN LATERAL (
    SELECT coalesce(p.alarms, '{}')
      || CASE WHEN p.class_id = 'pg_proc'::regclass THEN u.alarms
        ELSE ARRAY(SELECT format('%s: %s', f.oid::regprocedure, w) FROM unnest(u.alarms) w) END
      || CASE WHEN o.owner = manifest ->> 'owner' THEN '{}'::text[]
        WHEN r.rolsuper THEN ARRAY[format('belongs to %s, a superuser', o.owner)]
        WHEN EXISTS (
          SELECT FROM reeve.app x
          WHERE x.owner_name = o.owner AND x.app <> app_code.manifest ->> 'app')
        THEN ARRAY[format('belongs to %s, of another app', o.owner)] ELSE '{}' END) a(alarms)
  -- A plain table of the app's is no code.
  WHERE p.class_id <> 'pg_class'::regclass OR p.definition <> ''
    OR o.owner IS DISTINCT FROM manifest ->> 'owner'
  ORDER BY 2, 3
$$;

COMMENT ON FUNCTION reeve.app_code(jsonb) IS
  'The code of an app that Reeve''s calls can reach, one row per object, with its path in the '
  'manifest, its definition, the digest of definition and owner, the reasons for a second look, '
  'and whether apply made it. Only reads the system catalogs and runs none of the code; waits up '
  'to 5 s for a table that is being altered. The calls of a function are taken from its parsed '
  'body, else from the names in its source. NULL: relation, owner, definition.';
