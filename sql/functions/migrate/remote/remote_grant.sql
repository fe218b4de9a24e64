CREATE OR REPLACE FUNCTION reeve.remote_grant(
  copy_id int, is_given boolean, may_write boolean DEFAULT FALSE)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
      format('REVOKE SELECT, INSERT, UPDATE, DELETE ON %s FROM %I', r.oid::regclass, w.name)]
    || CASE WHEN is_given THEN ARRAY[
      format('GRANT USAGE ON SCHEMA %s TO %I', r.relnamespace::regnamespace, w.name),
      format('GRANT SELECT%s ON %s TO %I', CASE WHEN may_write THEN ', INSERT, UPDATE, DELETE'
        ELSE '' END, r.oid::regclass, w.name)] END)
  FROM reeve.live_copy c
  CROSS JOIN LATERAL (SELECT reeve.app_role('writer', c.app)) w(name)
  CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source) p
  JOIN pg_class r ON r.oid = p.relation
  WHERE c.copy_id = remote_grant.copy_id;
  SELECT reeve.catalog_grant(a.manifest) FROM reeve.app a
  JOIN reeve.live_copy c ON c.app = a.app
  WHERE c.copy_id = remote_grant.copy_id;
$$;

COMMENT ON FUNCTION reeve.remote_grant(int, boolean, boolean) IS
  'Lets the app writer read the source for as long as a copy to another database lasts, and with '
  'may_write write to it; besides what its catalog says.';
