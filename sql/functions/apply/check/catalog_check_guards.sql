CREATE OR REPLACE FUNCTION reeve.catalog_check_guards(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  owner_name text := manifest ->> 'owner';
  -- Types of which equal values have one text, whatever a session has set.
  plain text := E'^(bigint|integer|smallint|uuid|boolean|text|character varying(\\(\\d+\\))?)$';
  coll record;
  g record;
  paths text[] := '{}';
  statements text[] := '{}';
BEGIN
  FOR coll IN
    SELECT '/collections/' || c.key AS at, c.key AS name, c.value AS spec,
      coalesce(c.value ->> 'enforcement', 'none') IN ('policy', 'guard') AS is_guarded
    FROM jsonb_each(manifest -> 'collections') c
  LOOP
    IF coll.is_guarded AND jsonb_array_length(coalesce(coll.spec -> 'guards', '[]')) = 0 THEN
      RETURN QUERY SELECT coll.at || '/enforcement', 'missing', format(
        'enforcement by %s needs guards: the tables whose writes it refuses',
        coll.spec ->> 'enforcement');
    ELSIF NOT coll.is_guarded AND coll.spec ? 'guards' THEN
      RETURN QUERY SELECT coll.at || '/guards', 'unused',
        'guards do nothing unless enforcement is policy or guard';
    END IF;
    IF coll.is_guarded AND NOT EXISTS (
      SELECT FROM reeve.catalog_rules(manifest) r
      WHERE r.collection = coll.name AND r.body ->> 'collection' = coll.name
        AND r.body ? 'hide' AND NOT r.body ? 'via')
    THEN
      RETURN QUERY SELECT coll.at || '/enforcement', 'missing', format(
        'no action hides the %s itself, so nobody would ever be barred', coll.name);
    END IF;
  END LOOP;
  FOR g IN SELECT * FROM reeve.catalog_guards(manifest) WHERE enforcement IN ('policy',
    'guard') LOOP
    IF g.relation IS NULL THEN
      RETURN QUERY SELECT g.path || '/table', 'missing',
        format('there is no table %s', g.table_sql);
      CONTINUE;
    ELSIF (SELECT c.relkind FROM pg_class c WHERE c.oid = g.relation) NOT IN ('r', 'p') THEN
      RETURN QUERY SELECT g.path || '/table', 'type', format(
        '%s is not a table; name the tables that it writes to', g.relation);
      CONTINUE;
    END IF;
    IF cardinality(g.actors) <> cardinality(g.key_columns) THEN
      RETURN QUERY SELECT g.path || '/actor', 'key', format(
        'actor must name one column for each key column: %s',
        array_to_string(g.key_columns, ', '));
      CONTINUE;
    END IF;
    RETURN QUERY
      SELECT g.path || '/actor/' || (k.place - 1), f.code, f.message
      FROM unnest(g.actors, g.key_columns, g.key_types)
        WITH ORDINALITY k(actor, name, type, place)
      LEFT JOIN pg_attribute a ON a.attrelid = g.relation AND a.attname = k.actor
        AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_collation o ON o.oid = a.attcollation
      CROSS JOIN LATERAL (VALUES
        ('missing', format('%s has no column %s', g.relation, k.actor), a.attname IS NULL),
        ('type', format('the key''s %s is %s, whose text does not distinguish equal values; it '
          'allows only enforcement by column', k.name, k.type), k.type !~ plain),
        ('type', format('%s compares text by a nondeterministic collation',
          k.actor), NOT o.collisdeterministic)) f(code, message, is_wrong)
      WHERE f.is_wrong;
    IF NOT FOUND THEN
      paths := paths || (g.path || '/actor');
      statements := statements || format('SELECT FROM %s t WHERE %s', g.table_sql, (
        SELECT string_agg(format('t.%I = NULL::%s', k.actor, k.type), ' AND ')
        FROM unnest(g.actors, g.key_types) k(actor, type)));
    END IF;
    RETURN QUERY
      SELECT g.path || '/table', 'children', format(
        '%s holds rows of %s and is written to directly: list it under guards too',
        i.relid, g.relation)
      FROM (
        WITH RECURSIVE child AS (
          SELECT h.inhrelid FROM pg_inherits h WHERE h.inhparent = g.relation
          UNION
          SELECT h.inhrelid FROM child JOIN pg_inherits h ON h.inhparent = child.inhrelid)
        SELECT c.oid::regclass AS relid, c.relispartition, EXISTS (
          SELECT FROM aclexplode(c.relacl) p
          WHERE p.grantee <> c.relowner AND p.privilege_type IN ('INSERT', 'UPDATE')) AS is_granted
        FROM child JOIN pg_class c ON c.oid = child.inhrelid) i
      -- A trigger is cloned to partitions; a policy holds only where its own table is named.
      WHERE (NOT i.relispartition OR g.enforcement = 'policy' AND i.is_granted)
        AND i.relid NOT IN (
          SELECT l.relation FROM reeve.catalog_guards(manifest) l
          WHERE l.collection = g.collection AND l.relation IS NOT NULL
            AND l.limit_name IS NOT DISTINCT FROM g.limit_name);
    CONTINUE WHEN g.enforcement <> 'policy';
    IF EXISTS (
      SELECT FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) p
      WHERE c.oid = g.relation AND p.grantee = 0
        AND p.privilege_type IN ('INSERT', 'UPDATE', 'DELETE'))
    THEN
      RETURN QUERY SELECT g.path || '/table', 'rights', format(
        'PUBLIC may write to %s, but not everybody may ask who is barred: grant it to roles, '
        'or use enforcement guard', g.relation);
    END IF;
    IF EXISTS (
      SELECT FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
      WHERE p.polrelid = g.relation AND p.polpermissive AND p.polname <> 'reeve_open'
        AND (NOT c.relrowsecurity OR EXISTS (
          SELECT FROM pg_policy o WHERE o.polrelid = g.relation AND o.polname = 'reeve_open')))
    THEN
      RETURN QUERY SELECT g.path || '/table', 'rls', format(
        '%s has policies of its own, and row security is off or open (policy reeve_open): '
        'enable it and drop reeve_open, or drop the policies', g.relation);
    END IF;
  END LOOP;
  RETURN QUERY SELECT paths[t.place], 'type', t.problem
  FROM reeve.catalog_tries(statements, owner_name) t;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_guards(jsonb) IS
  'Findings about enforcement by policy or guard, over sound collections: tables, actor columns '
  'and their types, child tables that a guard would miss, rights, other policies.';
