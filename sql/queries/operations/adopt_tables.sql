-- What `reeve adopt` may make a collection of: every table and view of schema $1, and the tables to
-- which live copies have moved some of them; partitions, inheritance children and what belongs to
-- an extension left out; each with why it cannot be one.
WITH copied AS MATERIALIZED (
  SELECT p.relation, l.phase IN ('live', 'finished') = (v.side = 'target') AS is_live,
    -- The name of their collection, and that of the other table with its columns' names there.
    o.name AS called, l.mapping #>> ARRAY[v.other_side, 'table'] AS formerly, (
      SELECT jsonb_object_agg(CASE v.side WHEN 'target' THEN m.value ->> 'from' ELSE m.key END,
        CASE v.side WHEN 'target' THEN m.key ELSE m.value ->> 'from' END)
      FROM jsonb_each(l.mapping -> 'columns') m
      WHERE m.value ? 'from' AND NOT m.value ?| ARRAY['up', 'down']) AS renamed,
    p.place = 0 AND l.mapping #>> '{source,schema}' = $1 AS is_heir, v.other::text AS other,
    CASE l.phase WHEN 'finished' THEN '%s has taken its place: drop it when nothing reads it'
      WHEN 'live' THEN 'it follows %s, which is live, until `reeve migrate finish`'
      ELSE 'it follows %s until `reeve migrate cutover`' END AS why
  FROM reeve.live_copy l
  CROSS JOIN LATERAL (VALUES ('source', l.source, 'target', l.target),
    ('target', l.target, 'source', l.source)) v(side, main, other_side, other)
  CROSS JOIN LATERAL reeve.migrate_parts(l.mapping, v.side, v.main) p
  LEFT JOIN LATERAL (
    SELECT k.name FROM reeve.collection k
    WHERE k.is_live AND k.relation IN (l.source, l.target)
    ORDER BY k.relation = l.target LIMIT 1) o ON TRUE
  WHERE l.target IS NOT NULL AND l.phase <> 'abandoned'
), thing AS (
  SELECT c.*, n.nspname, a.owner_name, x.keys, (x.keys #>> '{0,0}')::boolean AS is_primary,
    CASE WHEN x.keys IS NOT NULL
      THEN ARRAY(SELECT jsonb_array_elements_text(x.keys #> '{0,1}')) END AS key,
    format('%I.%I', n.nspname, c.relname) AS table_sql,
    ARRAY(
      WITH RECURSIVE child AS (
        SELECT h.inhrelid FROM pg_inherits h WHERE h.inhparent = c.oid
        UNION
        SELECT h.inhrelid FROM child p JOIN pg_inherits h ON h.inhparent = p.inhrelid)
      SELECT child.inhrelid FROM child) AS children
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (SELECT pg_get_userbyid(c.relowner)::text) a(owner_name)
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_array(i.indisprimary, ARRAY(
      SELECT a.attname::text
      FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE k.place <= i.indnkeyatts ORDER BY k.place))
      ORDER BY i.indisprimary DESC, i.indnatts, i.indexrelid)
    FROM pg_index i
    WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
      AND i.indexprs IS NULL AND i.indnkeyatts = i.indnatts
      AND NOT EXISTS (
        SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[]) AND NOT a.attnotnull)
    ) x(keys) ON TRUE
  WHERE (n.nspname = $1 OR c.oid IN (
      SELECT k.relation FROM copied k WHERE k.is_heir AND k.is_live))
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = c.oid)
    AND NOT EXISTS (
      SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
), house AS (
  SELECT mode() WITHIN GROUP (ORDER BY t.owner_name) AS owner_name
  FROM thing t WHERE t.relkind IN ('r', 'p') AND t.nspname = $1
)
SELECT t.oid::bigint AS relation, t.relname::text AS name, reeve.text_fold(t.relname) AS folded,
  string_to_array(btrim(regexp_replace(reeve.text_fold(
    regexp_replace(t.relname, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g')),
    '[^[:alnum:]\u0080-\uffff]+', ' ', 'g')), ' ') AS words,
  t.table_sql, coalesce(h.owner_name, t.owner_name) AS owner,
  obj_description(t.oid, 'pg_class') AS comment,
  t.key, t.is_primary, t.keys, t.relkind IN ('r', 'p') AS is_table,
  ARRAY(SELECT c.relname::text FROM pg_class c
    WHERE c.oid = ANY (t.children) AND NOT c.relispartition AND c.relnamespace = t.relnamespace
    ORDER BY 1) AS children,
  (SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint FROM pg_class c
    WHERE c.relkind <> 'p' AND (c.oid = t.oid OR c.oid = ANY (t.children))) AS rows,
  EXISTS (SELECT FROM pg_trigger g
    WHERE g.tgrelid = t.oid AND NOT g.tgisinternal AND g.tgtype & 19 = 19) AS is_touched,
  EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid)
    OR EXISTS (SELECT FROM aclexplode(t.relacl) p
      WHERE p.grantee = 0 AND p.privilege_type IN ('INSERT', 'UPDATE', 'DELETE'))
    AS is_policed,
  p.problem, p.remedy,
  nullif(t.nspname, $1) AS schema, k.called, k.formerly, coalesce(k.renamed, '{}') AS renamed
FROM thing t CROSS JOIN house h
LEFT JOIN LATERAL (
  -- The columns of a unique index, for want of a NOT NULL no key; at least one allows NULL.
  SELECT (
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
    WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey::int2[]) AND NOT a.attnotnull)
  FROM pg_index i
  WHERE i.indrelid = t.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
    AND i.indexprs IS NULL
  ORDER BY i.indnatts, i.indexrelid LIMIT 1) u(nullable) ON TRUE
LEFT JOIN LATERAL (
  SELECT * FROM copied k WHERE k.relation = t.oid AND k.is_live AND k.is_heir LIMIT 1) k ON TRUE
LEFT JOIN LATERAL (
  SELECT format(f.why, f.other) AS problem FROM copied f
  WHERE f.relation = t.oid AND NOT f.is_live LIMIT 1) f ON TRUE
LEFT JOIN LATERAL (
  SELECT u.problem, u.remedy FROM reeve.catalog_unseen(t.oid, NULL, '{r}', '{r,w}') u LIMIT 1
  ) s ON TRUE
LEFT JOIN LATERAL (
  SELECT v.problem, v.remedy
  FROM (VALUES
    (f.problem IS NOT NULL, f.problem, NULL),
    (t.relkind IN ('v', 'm'), 'it is a view: the tables that it reads are what can be acted on',
      NULL),
    (t.relkind = 'f', 'it is a foreign table, whose rows are not in this database', NULL),
    (t.owner_name <> h.owner_name,
      format('it belongs to %s, and a catalog has one owner', t.owner_name),
      format('ALTER TABLE %s OWNER TO %I;', t.table_sql, h.owner_name)),
    (t.key IS NULL AND u.nullable IS NOT NULL, format(
      'its unique index over %s allows NULL, so it is no key', u.nullable),
      (SELECT string_agg(format('ALTER TABLE %s ALTER %s SET NOT NULL;', t.table_sql, n), ' ')
        FROM unnest(string_to_array(u.nullable, ', ')) n)),
    (t.key IS NULL, 'it has neither a primary key nor a unique index over NOT NULL columns',
      format('ALTER TABLE %s ADD PRIMARY KEY (…);', t.table_sql)),
    (EXISTS (
      SELECT FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
      WHERE a.attrelid = t.oid AND a.attname = ANY (t.key)
        AND (y.typtype IN ('c', 'm', 'r') OR y.typcategory = 'A'
          OR y.typname IN ('json', 'jsonb', 'xml'))),
      'its key holds a list, a range or a record, which nobody can type', NULL),
    (NOT has_table_privilege(t.relowner, t.oid, 'SELECT'), 'its owner has no right to read it',
      format('GRANT SELECT, UPDATE ON %s TO %I;', t.table_sql, t.owner_name)),
    (s.problem IS NOT NULL, s.problem, s.remedy || ';')
  ) v(is_so, problem, remedy)
  WHERE v.is_so LIMIT 1) p ON TRUE
ORDER BY t.relname
