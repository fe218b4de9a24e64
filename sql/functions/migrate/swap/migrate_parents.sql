CREATE OR REPLACE FUNCTION reeve.migrate_parents(mapping jsonb, live regclass, next regclass)
RETURNS TABLE(parent regclass, problem text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT i.inhparent::regclass, format(f.problem, live, i.inhparent::regclass, next)
  FROM pg_inherits i
  JOIN pg_class p ON p.oid = i.inhparent AND p.relkind = 'r'
  JOIN pg_class n ON n.oid = next
  LEFT JOIN LATERAL (
    SELECT v.problem
    FROM (VALUES
      (1, mapping #> '{target,server}' IS NOT NULL OR mapping #> '{source,parts}' IS NOT NULL
          OR mapping #> '{target,parts}' IS NOT NULL OR n.relkind <> 'r',
        '%1$s inherits from %2$s, and only a single table in this database can take its place: '
        'ALTER TABLE %1$s NO INHERIT %2$s'),
      (2, NOT pg_has_role(n.relowner, p.relowner, 'MEMBER'),
        '%1$s inherits from %2$s, which has another owner: ALTER TABLE %1$s NO INHERIT %2$s'),
      (3, EXISTS (
          SELECT FROM pg_attribute a
          LEFT JOIN pg_attribute b ON b.attrelid = next AND b.attname = a.attname
            AND (b.atttypid, b.atttypmod, b.attcollation, b.attgenerated)
              = (a.atttypid, a.atttypmod, a.attcollation, a.attgenerated)
            AND b.attnotnull >= a.attnotnull
          WHERE a.attrelid = p.oid AND a.attnum > 0 AND NOT a.attisdropped AND b.attname IS NULL)
        OR EXISTS (
          SELECT FROM pg_constraint k
          WHERE k.conrelid = p.oid AND k.contype = 'c' AND NOT k.connoinherit AND NOT EXISTS (
            SELECT FROM pg_constraint t
            WHERE t.conrelid = next AND t.contype = 'c' AND t.conname = k.conname
              AND NOT t.connoinherit
              AND pg_get_constraintdef(t.oid) = pg_get_constraintdef(k.oid))),
        '%1$s inherits from %2$s, and %3$s does not have all of its columns and checks as they '
        'are: give it them, or ALTER TABLE %1$s NO INHERIT %2$s')) v(place, is_so, problem)
    WHERE v.is_so ORDER BY v.place LIMIT 1) f ON TRUE
  WHERE i.inhrelid = live
  ORDER BY i.inhseqno
$$;

COMMENT ON FUNCTION reeve.migrate_parents(jsonb, regclass, regclass) IS
  'Tables, other than partitioned ones, that the live table inherits from, and why the next one '
  'cannot do so in its place; NULL if it can.';
