-- What a release makes in schema reeve, one row each: kind, name and aspects; the script that makes
-- it where it is gone and the one that mends it where it differs (NULL: something would be lost),
-- and the one that takes it away where no release made it (NULL: people have to look); what it is a
-- part of; and whether it may stay where no release made it, as it changes nothing but speed and
-- needs no code of others. `doctor --full` and `upgrade` compare two answers. $1 text: pattern of
-- names that catalog apply makes; $2 text: what the names of schemas end in that are set aside.
-- Rows come in the order in which the objects were made. Names are written in full where
-- search_path is pg_catalog.
WITH relation AS (
  SELECT c.*, c.oid::regclass::text AS name, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm'
      THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'S' THEN 'SEQUENCE' WHEN 'c'
      THEN 'TYPE' ELSE 'TABLE' END AS word,
    -- Partitions of days come and go.
    c.relispartition AND c.relname ~ '_[0-9]{8}$' AS is_daily
  FROM pg_class c
  WHERE c.relnamespace = 'reeve'::regnamespace AND c.relkind NOT IN ('i', 'I')
    -- Those that count searches are made by catalog apply, and hold nothing else.
    AND NOT (c.relkind = 'S' AND c.relname ~ '^search_meter_[0-9]+_')
),
-- Whatever an extension owns is the extension's; nothing of Reeve's may become so.
member AS (
  SELECT d.classid, d.objid
  FROM pg_depend d
  JOIN pg_extension e ON e.oid = d.refobjid
  WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
    AND e.extname IN ('pg_trgm', 'unaccent', 'btree_gist')
    AND e.extnamespace = 'reeve'::regnamespace
),
function AS (
  SELECT p.*, p.oid::regprocedure::text AS name
  FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace AND p.proname !~ $1
    AND NOT EXISTS (
      SELECT FROM member m WHERE m.classid = 'pg_proc'::regclass AND m.objid = p.oid)
),
type AS (
  SELECT t.*, t.oid::regtype::text AS name
  FROM pg_type t
  LEFT JOIN pg_class c ON c.oid = t.typrelid
  WHERE t.typnamespace = 'reeve'::regnamespace AND t.typcategory <> 'A'
    AND (t.typtype <> 'c' OR c.relkind = 'c')
    AND NOT EXISTS (
      SELECT FROM member m WHERE m.classid = 'pg_type'::regclass AND m.objid = t.oid)
),
attribute AS (
  SELECT a.*, r.name AS relation, r.oid AS place,
    format('%s.%I', r.name, a.attname) AS name, format('ALTER TABLE %s ALTER COLUMN %I', r.name,
      a.attname) AS alter_sql, pg_get_expr(d.adbin, d.adrelid) AS expression
  FROM relation r
  JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE r.relkind IN ('r', 'p') AND NOT r.is_daily
),
object(place, kind, classid, objid, objsubid, name, sql, owner, aspects, make, mend, unmake, whole)
AS (
  SELECT 0::bigint, 'schema', 'pg_namespace'::regclass, n.oid, 0, n.nspname::text,
    format('SCHEMA %I', n.nspname), n.nspowner, '{}'::jsonb,
    CASE WHEN n.nspname <> 'reeve' THEN format('CREATE SCHEMA %I', n.nspname) END, NULL, NULL,
    NULL
  FROM pg_namespace n
  WHERE n.nspname IN ('reeve', 'reeve_index', 'reeve_stage', 'reeve_cell')
  UNION ALL
  SELECT 0, 'extension', 'pg_extension'::regclass, e.oid, 0, e.extname, NULL, NULL,
    jsonb_build_object('schema', e.extnamespace::regnamespace::text), format('CREATE EXTENSION IF '
    'NOT EXISTS %I SCHEMA %s', e.extname, e.extnamespace::regnamespace), NULL, NULL, NULL
  FROM pg_extension e
  WHERE e.extname IN ('pg_trgm', 'unaccent', 'btree_gist')
  UNION ALL
  SELECT t.oid, 'type', 'pg_type'::regclass, t.oid, 0, t.name, format('TYPE %s', t.name),
    t.typowner, jsonb_build_object('definition', d.text),
    CASE t.typtype WHEN 'c' THEN format('CREATE TYPE %s AS (%s)', t.name, d.text)
      WHEN 'e' THEN format('CREATE TYPE %s AS ENUM (%s)', t.name, d.text)
      WHEN 'd' THEN format('CREATE DOMAIN %s AS %s', t.name, d.text) END,
    -- A type in it may have gone, and its attribute with it. Functions that take it stay.
    (SELECT format('ALTER TYPE %s %s', t.name, string_agg(format(
        'DROP ATTRIBUTE IF EXISTS %1$I, ADD ATTRIBUTE %1$I %2$s', a.attname, concat_ws(' ',
          format_type(a.atttypid, a.atttypmod), CASE
          WHEN a.attcollation NOT IN (0, 'pg_catalog."default"'::regcollation)
          THEN 'COLLATE ' || a.attcollation::regcollation END)), ', ' ORDER BY a.attnum))
      FROM pg_attribute a
      WHERE a.attrelid = t.typrelid AND NOT a.attisdropped AND t.typtype = 'c'
      HAVING count(*) > 0), NULL, NULL
  FROM type t
  CROSS JOIN LATERAL (
    SELECT CASE t.typtype
      WHEN 'c' THEN (
        SELECT string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid,
          a.atttypmod), CASE WHEN a.attcollation NOT IN (0, 'pg_catalog."default"'::regcollation)
          THEN 'COLLATE ' || a.attcollation::regcollation END), ', ' ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = t.typrelid AND NOT a.attisdropped)
      WHEN 'e' THEN (
        SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder)
        FROM pg_enum e WHERE e.enumtypid = t.oid)
      ELSE concat_ws(' ', nullif(format_type(t.typbasetype, t.typtypmod), '-'),
        'DEFAULT ' || t.typdefault, CASE WHEN t.typnotnull THEN 'NOT NULL' END, (
          SELECT string_agg(format('CONSTRAINT %I %s', c.conname, pg_get_constraintdef(c.oid)),
            ' ' ORDER BY c.conname)
          FROM pg_constraint c WHERE c.contypid = t.oid)) END) d(text)
  UNION ALL
  -- Its rows, or its state, went with it.
  SELECT r.oid, CASE r.relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm'
      THEN 'materialized view' ELSE 'table' END, 'pg_class'::regclass, r.oid, 0, r.name,
    format('%s %s', r.word, r.name), r.relowner, jsonb_build_object('definition', CASE
      WHEN r.relkind IN ('v', 'm') THEN concat_ws(' ', r.reloptions::text,
        pg_get_viewdef(r.oid))
      WHEN q.seqrelid IS NOT NULL THEN s.text
      ELSE concat_ws(' ', r.relkind, r.relpersistence, 'replica identity ' || r.relreplident::text,
        pg_get_partkeydef(r.oid), pg_get_expr(r.relpartbound, r.oid), (
          SELECT string_agg(i.inhparent::regclass::text, ', ' ORDER BY i.inhseqno)
          FROM pg_inherits i WHERE i.inhrelid = r.oid)) END),
    v.text,
    CASE
      WHEN v.text IS NOT NULL THEN format('DROP %s %s; %s', r.word, r.name, v.text)
      WHEN q.seqrelid IS NOT NULL THEN format('ALTER SEQUENCE %s %s', r.name, s.text)
      -- A partitioned table keeps no rows that a log could hold.
      WHEN r.relkind IN ('r', 'p') THEN concat_ws('; ', CASE WHEN r.relkind = 'r' THEN format(
        'ALTER TABLE %s SET %s', r.name, CASE r.relpersistence WHEN 'u' THEN 'UNLOGGED'
          ELSE 'LOGGED' END) END, format('ALTER TABLE %s REPLICA IDENTITY %s', r.name,
        CASE r.relreplident WHEN 'n' THEN 'NOTHING' WHEN 'f' THEN 'FULL' ELSE 'DEFAULT' END)) END,
    NULL, (
      SELECT format('identity of %s.%I', d.refobjid::regclass, a.attname)
      FROM pg_depend d
      JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
      WHERE d.classid = 'pg_class'::regclass AND d.objid = q.seqrelid AND d.deptype = 'i')
  FROM relation r
  LEFT JOIN pg_sequence q ON q.seqrelid = r.oid
  CROSS JOIN LATERAL (
    SELECT format('AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s CACHE %s %s',
      q.seqtypid::regtype, q.seqincrement, q.seqmin, q.seqmax, q.seqstart, q.seqcache,
      CASE WHEN q.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END)) s(text)
  CROSS JOIN LATERAL (
    SELECT CASE WHEN r.relkind IN ('v', 'm') THEN format('CREATE %s %s%s AS %s', r.word, r.name,
      ' WITH (' || array_to_string(r.reloptions, ', ') || ')', pg_get_viewdef(r.oid)) END) v(text)
  WHERE NOT r.is_daily AND r.relkind <> 'c'
  UNION ALL
  SELECT r.oid, 'option', NULL, r.oid, NULL, format('%s of %s', split_part(o.text, '=', 1),
    r.name), NULL, NULL, jsonb_build_object('value', o.text), format('ALTER TABLE %s SET (%s)',
    r.name, o.text), NULL, format('ALTER TABLE %s RESET (%s)', r.name,
    split_part(o.text, '=', 1)), format('table %s', r.name)
  FROM relation r
  CROSS JOIN LATERAL unnest(r.reloptions) o(text)
  WHERE r.relkind IN ('r', 'p') AND NOT r.is_daily
  UNION ALL
  SELECT a.place, 'column', 'pg_class'::regclass, a.attrelid, a.attnum, a.name,
    format('COLUMN %s', a.name), NULL, jsonb_build_object('definition',
      concat_ws(' ', t.text, CASE WHEN a.attgenerated <> '' THEN 'generated ' || a.expression END)),
    m.text, CASE WHEN m.text IS NOT NULL THEN format('ALTER TABLE %s DROP COLUMN %I; %s',
      a.relation, a.attname, m.text) END, NULL, format('table %s', a.relation)
  FROM attribute a
  CROSS JOIN LATERAL (
    SELECT concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE
      WHEN a.attcollation NOT IN (0, 'pg_catalog."default"'::regcollation)
      THEN 'COLLATE ' || a.attcollation::regcollation END)) t(text)
  CROSS JOIN LATERAL (
    SELECT CASE WHEN a.attgenerated <> '' THEN format('ALTER TABLE %s ADD COLUMN %I %s GENERATED '
      'ALWAYS AS (%s) STORED', a.relation, a.attname, t.text, a.expression) END) m(text)
  UNION ALL
  SELECT a.place, 'default of', NULL, a.attrelid, NULL, a.name, NULL, NULL,
    jsonb_build_object('expression', a.expression), format('%s SET DEFAULT %s', a.alter_sql,
    a.expression), NULL, format('%s DROP DEFAULT', a.alter_sql), format('column %s', a.name)
  FROM attribute a
  WHERE a.expression IS NOT NULL AND a.attgenerated = ''
  UNION ALL
  SELECT a.place, 'NOT NULL of', NULL, a.attrelid, NULL, a.name, NULL, NULL, '{}', format('%s SET '
    'NOT NULL', a.alter_sql), NULL, format('%s DROP NOT NULL', a.alter_sql),
    format('column %s', a.name)
  FROM attribute a
  WHERE a.attnotnull
  UNION ALL
  -- It goes on after the greatest number that is there.
  SELECT a.place, 'identity of', NULL, a.attrelid, NULL, a.name, NULL, NULL,
    jsonb_build_object('generated', a.attidentity), format('%1$s SET NOT NULL; %1$s ADD GENERATED '
    '%2$s AS IDENTITY (START WITH %6$s); SELECT setval(pg_get_serial_sequence(%3$L, %4$L), '
    'coalesce((SELECT max(%5$I) FROM %3$s), %6$s - 1) + 1, FALSE)', a.alter_sql,
    CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, a.relation, a.attname,
    a.attname, (SELECT q.seqstart FROM pg_sequence q
      WHERE q.seqrelid = pg_get_serial_sequence(a.relation::text, a.attname)::regclass)),
    format('%s SET GENERATED %s', a.alter_sql, CASE a.attidentity WHEN 'a' THEN 'ALWAYS'
      ELSE 'BY DEFAULT' END), NULL,
    format('column %s', a.name)
  FROM attribute a
  WHERE a.attidentity <> ''
  UNION ALL
  SELECT a.place, 'storage of', NULL, a.attrelid, NULL, a.name, NULL, NULL,
    jsonb_build_object('storage', a.attstorage, 'statistics', s.target::text, 'options', (
      -- The minor releases of November 2026 note here when a column was made.
      SELECT array_agg(o)::text FROM unnest(a.attoptions) o
      WHERE NOT starts_with(o, 'pg_attver='))),
    NULL, format('%1$s SET STORAGE %2$s, ALTER COLUMN %3$I SET STATISTICS '
    '%4$s, ALTER COLUMN %3$I RESET (n_distinct, n_distinct_inherited)', a.alter_sql,
    CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN'
      ELSE 'EXTENDED' END, a.attname, s.target), NULL, format('column %s', a.name)
  FROM attribute a
  CROSS JOIN LATERAL (SELECT coalesce(a.attstattarget, -1)) s(target)
  UNION ALL
  SELECT p.oid, 'function', 'pg_proc'::regclass, p.oid, 0, p.name, format('ROUTINE %s', p.name),
    p.proowner, jsonb_build_object('grants', (
        SELECT string_agg(x::text, ', ' ORDER BY x::text COLLATE "C")
        FROM unnest(coalesce(p.proacl, acldefault('f', p.proowner))) x),
      'way to run', concat_ws(' ', l.lanname, 'kind ' || p.prokind::text,
        'volatility ' || p.provolatile::text, 'parallel ' || p.proparallel::text,
        CASE WHEN p.prosecdef THEN 'definer' ELSE 'invoker' END,
        CASE WHEN p.proisstrict THEN 'strict' END, CASE WHEN p.proleakproof THEN 'leakproof' END,
        'cost ' || p.procost, 'rows ' || p.prorows, nullif(p.prosupport::text, '-')),
      -- With quote_all_identifiers on, names were kept in quotes, which changes nothing.
      'settings', regexp_replace(coalesce(array_to_string(p.proconfig, '; '), ''),
        '"([a-z_][a-z_0-9]*)"', '\1', 'g'),
      'definition', encode(sha256(convert_to(replace(concat_ws(chr(10),
        pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), p.prosrc, p.probin,
        pg_get_function_sqlbody(p.oid), p.protrftypes::text), $2, ''), 'UTF8')), 'hex')),
    CASE WHEN p.prokind IN ('f', 'p') THEN pg_get_functiondef(p.oid) END, NULL, NULL, NULL
  FROM function p
  JOIN pg_language l ON l.oid = p.prolang
  UNION ALL
  SELECT c.oid, 'constraint', 'pg_constraint'::regclass, c.oid, 0, format('%I of %s', c.conname,
    r.name), format('CONSTRAINT %I ON %s', c.conname, r.name), NULL,
    jsonb_build_object('definition', concat_ws(' ', pg_get_constraintdef(c.oid),
      CASE WHEN NOT i.indisvalid OR NOT i.indisready THEN 'index not valid' END,
      pg_get_indexdef(i.indexrelid),
      -- The triggers of a foreign key, on both sides.
      (SELECT 'triggers ' || string_agg(DISTINCT t.tgenabled::text, '') FROM pg_trigger t
       WHERE t.tgconstraint = c.oid))),
    m.text, format('ALTER TABLE %s DROP CONSTRAINT %I; %s', r.name, c.conname, m.text), NULL,
    format('table %s', r.name)
  FROM relation r
  JOIN pg_constraint c ON c.conrelid = r.oid
  LEFT JOIN pg_index i ON i.indexrelid = c.conindid AND c.contype IN ('p', 'u', 'x')
  CROSS JOIN LATERAL (
    SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.name, c.conname,
      pg_get_constraintdef(c.oid))) m(text)
  WHERE c.contype IN ('c', 'f', 'p', 'u', 'x') AND c.conparentid = 0 AND c.coninhcount = 0
  UNION ALL
  SELECT i.indexrelid, 'index', 'pg_class'::regclass, i.indexrelid, 0,
    i.indexrelid::regclass::text, format('INDEX %s', i.indexrelid::regclass), x.relowner,
    jsonb_build_object('definition', concat_ws(' ', d.text,
      CASE WHEN NOT i.indisvalid OR NOT i.indisready THEN 'not valid' END,
      CASE WHEN i.indisreplident OR i.indisclustered THEN 'replica identity or clustered' END,
      s.statistics)),
    concat_ws('; ', d.text, s.statistics), concat_ws('; ', format('DROP INDEX %s',
      i.indexrelid::regclass), d.text, s.statistics), NULL, format('table %s', r.name)
  FROM relation r
  JOIN pg_index i ON i.indrelid = r.oid
  JOIN pg_class x ON x.oid = i.indexrelid AND NOT x.relispartition
  CROSS JOIN LATERAL (
    SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')) d(text)
  CROSS JOIN LATERAL (
    SELECT string_agg(format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s',
      i.indexrelid::regclass, a.attnum, a.attstattarget), '; ' ORDER BY a.attnum)
    FROM pg_attribute a
    WHERE a.attrelid = i.indexrelid AND a.attstattarget >= 0) s(statistics)
  WHERE NOT EXISTS (
    SELECT FROM pg_constraint c
    WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))
  UNION ALL
  SELECT t.oid, 'trigger', 'pg_trigger'::regclass, t.oid, 0, format('%I of %s', t.tgname, r.name),
    format('TRIGGER %I ON %s', t.tgname, r.name), NULL, jsonb_build_object('definition',
      concat_ws(' ', pg_get_triggerdef(t.oid), 'enabled ' || t.tgenabled::text)),
    m.text, format('DROP TRIGGER %I ON %s; %s', t.tgname, r.name, m.text), NULL,
    format('table %s', r.name)
  FROM relation r
  JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal AND t.tgparentid = 0
  CROSS JOIN LATERAL (
    SELECT concat_ws('; ', pg_get_triggerdef(t.oid), CASE WHEN t.tgenabled <> 'O' THEN format(
      'ALTER TABLE %s ENABLE %s TRIGGER %I', r.name, CASE t.tgenabled WHEN 'A' THEN 'ALWAYS'
        ELSE 'REPLICA' END, t.tgname) END)) m(text)
  UNION ALL
  SELECT w.oid, 'rule', 'pg_rewrite'::regclass, w.oid, 0, format('%I of %s', w.rulename, r.name),
    format('RULE %I ON %s', w.rulename, r.name), NULL, jsonb_build_object('definition',
    concat_ws(' ', pg_get_ruledef(w.oid), 'enabled ' || w.ev_enabled::text)), pg_get_ruledef(w.oid),
    format('DROP RULE %I ON %s; %s', w.rulename, r.name, pg_get_ruledef(w.oid)), NULL,
    format('table %s', r.name)
  FROM relation r
  JOIN pg_rewrite w ON w.ev_class = r.oid AND w.rulename <> '_RETURN'
  UNION ALL
  -- A release has none.
  SELECT p.oid, 'policy', 'pg_policy'::regclass, p.oid, 0, format('%I of %s', p.polname, r.name),
    format('POLICY %I ON %s', p.polname, r.name), NULL, jsonb_build_object('definition', p::text),
    NULL, NULL, NULL, format('table %s', r.name)
  FROM relation r
  JOIN pg_policy p ON p.polrelid = r.oid
  UNION ALL
  SELECT r.oid, 'row security of', NULL, r.oid, NULL, r.name, NULL, NULL, '{}', NULL, NULL, NULL,
    format('table %s', r.name)
  FROM relation r
  WHERE r.relrowsecurity OR r.relforcerowsecurity
  UNION ALL
  -- Of what remains a release has none: aggregates' operators, collations, configurations, casts.
  SELECT d.objid, i.type, d.classid, d.objid, 0, i.identity, NULL, NULL, '{}', NULL, NULL, NULL,
    NULL
  FROM pg_depend d
  CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) i
  WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = 'reeve'::regnamespace
    AND d.classid NOT IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass,
      'pg_extension'::regclass, 'pg_default_acl'::regclass)
    AND NOT EXISTS (
      SELECT FROM member m WHERE m.classid = d.classid AND m.objid = d.objid)
),
-- What needs an object that is not the server's, Reeve's or of an extension that Reeve needs.
depends AS (
  SELECT d.classid, d.objid
  FROM pg_depend d
  WHERE d.classid IN ('pg_class'::regclass, 'pg_statistic_ext'::regclass)
    AND d.refclassid NOT IN ('pg_class'::regclass, 'pg_namespace'::regclass,
      'pg_collation'::regclass)
    AND NOT EXISTS (
      SELECT FROM function f WHERE d.refclassid = 'pg_proc'::regclass AND f.oid = d.refobjid)
    AND NOT EXISTS (
      SELECT FROM type t WHERE d.refclassid = 'pg_type'::regclass AND t.oid = d.refobjid)
    AND NOT EXISTS (
      SELECT
      FROM pg_depend m
      JOIN pg_extension e ON e.oid = m.refobjid
      WHERE m.classid = d.refclassid AND m.objid = d.refobjid AND m.deptype = 'e'
        AND m.refclassid = 'pg_extension'::regclass
        AND e.extname IN ('pg_trgm', 'unaccent', 'btree_gist'))
),
part(place, kind, name, aspects, make, mend, unmake, whole, is_harmless) AS (
  SELECT o.place, o.kind, o.name, o.aspects, o.make, o.mend, o.unmake, o.whole,
    (o.kind = 'statistics object' OR o.kind = 'index' AND NOT i.indisunique
      AND NOT i.indisexclusion) AND NOT EXISTS (
      SELECT FROM depends d WHERE d.classid = o.classid AND d.objid = o.objid)
  FROM object o
  LEFT JOIN pg_index i ON o.kind = 'index' AND i.indexrelid = o.objid
  UNION ALL
  -- foreign_objects.sql has those of schemas and relations, and their grants.
  SELECT 0, 'owner of', format('%s %s', o.kind, o.name), jsonb_build_object('owner',
    pg_get_userbyid(o.owner)), m.text, NULL, NULL, format('%s %s', o.kind, o.name), FALSE
  FROM object o
  CROSS JOIN LATERAL (
    SELECT format('ALTER %s OWNER TO %I', o.sql, pg_get_userbyid(o.owner))) m(text)
  WHERE o.kind IN ('function', 'type') OR o.kind = 'sequence' AND o.whole IS NULL
  UNION ALL
  SELECT o.place, 'comment on', format('%s %s', o.kind, o.name), jsonb_build_object('text',
    d.description), format('COMMENT ON %s IS %L', o.sql, d.description), NULL,
    format('COMMENT ON %s IS NULL', o.sql), format('%s %s', o.kind, o.name), TRUE
  FROM object o
  JOIN pg_description d ON d.classoid = o.classid AND d.objoid = o.objid
    AND d.objsubid = o.objsubid
  WHERE o.sql IS NOT NULL
  UNION ALL
  SELECT t.oid, 'right', format('%s on %s of %s', x.privilege_type, t.name, g.name),
    jsonb_build_object('grantable', x.is_grantable::text), m.text, format('%s; %s', u.text, m.text),
    u.text, format('type %s', t.name), FALSE
  FROM type t
  CROSS JOIN LATERAL aclexplode(coalesce(t.typacl, acldefault('T', t.typowner))) x
  CROSS JOIN LATERAL (
    SELECT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END)
    g(name)
  CROSS JOIN LATERAL (
    SELECT format('GRANT %s ON TYPE %s TO %s', x.privilege_type, t.name, g.name)) m(text)
  CROSS JOIN LATERAL (
    SELECT format('REVOKE %s ON TYPE %s FROM %s CASCADE', x.privilege_type, t.name, g.name))
    u(text)
  WHERE x.grantee <> t.typowner
  UNION ALL
  -- What goes when an extension goes, or would be left out of dumps.
  SELECT o.place, 'dependency of', format('%s %s on %I', o.kind, o.name, e.extname),
    jsonb_build_object('kind', d.deptype), NULL, NULL, CASE WHEN d.deptype = 'x' THEN
      format('ALTER %s NO DEPENDS ON EXTENSION %I', o.sql, e.extname) ELSE
      format('ALTER EXTENSION %I DROP %s', e.extname, o.sql) END, format('%s %s', o.kind, o.name),
    FALSE
  FROM object o
  JOIN pg_depend d ON d.classid = o.classid AND d.objid = o.objid AND d.objsubid = 0
    AND d.refclassid = 'pg_extension'::regclass AND d.deptype IN ('e', 'x')
  JOIN pg_extension e ON e.oid = d.refobjid
  WHERE o.sql IS NOT NULL AND o.objsubid = 0
)
-- An extension may live in one of the schemas that are set aside.
SELECT p.kind, replace(p.name, $2, ''), replace(p.aspects::text, $2, ''), replace(p.make, $2, ''),
  replace(coalesce(p.mend, p.make), $2, ''), replace(p.unmake, $2, ''), replace(p.whole, $2, ''),
  p.is_harmless
FROM part p
ORDER BY p.place, p.kind COLLATE "C", p.name COLLATE "C"
