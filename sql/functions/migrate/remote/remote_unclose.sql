CREATE OR REPLACE FUNCTION reeve.remote_unclose(copy_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
    format('DROP TRIGGER %I ON %s', g.tgname, r.oid::regclass)])
  FROM reeve.live_copy c
  CROSS JOIN LATERAL (
    SELECT p.relation FROM reeve.migrate_parts(c.mapping, 'source', c.source) p
    UNION ALL
    SELECT h.relation FROM reeve.migrate_tree(c.mapping, c.source, NULL) h) p
  JOIN pg_class r ON r.oid = p.relation
  JOIN pg_trigger g ON g.tgrelid = r.oid AND g.tgparentid = 0
    AND g.tgfoid = 'reeve.remote_closed'::regproc
  WHERE c.copy_id = remote_unclose.copy_id
$$;

COMMENT ON FUNCTION reeve.remote_unclose(int) IS
  'Drops the triggers by which the source of a copy to another database refuses writes.';
