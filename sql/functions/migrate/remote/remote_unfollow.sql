CREATE OR REPLACE FUNCTION reeve.remote_unfollow(copy_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = remote_unfollow.copy_id);
BEGIN
  PERFORM reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY(
    SELECT format('DROP TRIGGER IF EXISTS %I ON %s', g, p.relation::regclass)
    FROM unnest(ARRAY['reeve_follow', 'reeve_follow_update', 'reeve_follow_truncate']) g))
  FROM reeve.migrate_parts(c.mapping, 'source', c.source) p
  JOIN pg_class r ON r.oid = p.relation;
  PERFORM reeve.role_execute('reeve_owner', ARRAY(
    SELECT format('DROP FUNCTION IF EXISTS reeve.follow_%s_1%s()', c.copy_id,
      '_' || nullif(p.place, 0))
    FROM reeve.migrate_parts(c.mapping, 'source', c.source) p));
  DELETE FROM reeve.change x WHERE x.collection_id = -c.copy_id;
  PERFORM reeve.change_leave(c.app, 'migrate:' || c.copy_id);
  DELETE FROM reeve.live_copy_reject r WHERE r.copy_id = c.copy_id;
  PERFORM reeve.remote_grant(copy_id, FALSE);
END
$$;

COMMENT ON FUNCTION reeve.remote_unfollow(int) IS
  'Stops logging the changes of the source of a copy to another database.';
