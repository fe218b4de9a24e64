CREATE OR REPLACE FUNCTION reeve.migrate_guards(copy_id int, is_live boolean)
RETURNS TABLE(role_name text, statement text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH closed AS MATERIALIZED (
    SELECT t.relation, t.role_name
    FROM reeve.live_copy c
    CROSS JOIN LATERAL reeve.migrate_tree(c.mapping, c.source, c.target) t
    WHERE c.copy_id = migrate_guards.copy_id AND c.target IS NOT NULL
      AND (t.side = 'source') = is_live
  ),
  guards AS MATERIALIZED (
    SELECT g.tgrelid, pg_get_userbyid(r.relowner) AS role_name
    FROM pg_trigger g JOIN pg_class r ON r.oid = g.tgrelid
    WHERE g.tgname = 'reeve_closed_leaf'
      AND g.tgargs = convert_to(copy_id::text, 'UTF8') || E'\\x00'::bytea
  )
  SELECT g.role_name, format('DROP TRIGGER reeve_closed_leaf ON %s', g.tgrelid::regclass)
  FROM guards g WHERE g.tgrelid NOT IN (SELECT f.relation FROM closed f)
  UNION ALL
  SELECT 'reeve_owner', s.statement
  FROM (SELECT DISTINCT f.role_name FROM closed f) o
  CROSS JOIN LATERAL (VALUES
    (format('GRANT USAGE ON SCHEMA reeve TO %I', o.role_name)),
    (format('GRANT EXECUTE ON FUNCTION reeve.migrate_closed() TO %I', o.role_name))) s(statement)
  UNION ALL
  SELECT f.role_name, format('CREATE TRIGGER reeve_closed_leaf BEFORE TRUNCATE ON %s '
    'FOR EACH STATEMENT EXECUTE FUNCTION reeve.migrate_closed(%L)', f.relation, copy_id)
  FROM closed f WHERE f.relation NOT IN (SELECT g.tgrelid FROM guards g)
$$;

COMMENT ON FUNCTION reeve.migrate_guards(int, boolean) IS
  'Statements that close the partitions of the table that follows (is_live: the source) to '
  'TRUNCATE, for which they get no trigger from their table, and open those that are no '
  'partitions of it any more.';
