CREATE OR REPLACE FUNCTION reeve.migrate_grant(copy_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
    format('GRANT USAGE ON SCHEMA %s TO %I', r.relnamespace::regnamespace,
      reeve.app_role('writer', c.app)),
    format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', r.oid::regclass,
      reeve.app_role('writer', c.app))])
  FROM reeve.live_copy c
  CROSS JOIN LATERAL (
    SELECT p.relation FROM reeve.migrate_parts(c.mapping, 'source', c.source) p
    UNION ALL
    SELECT p.relation FROM reeve.migrate_parts(c.mapping, 'target', c.target) p) p
  JOIN pg_class r ON r.oid = p.relation
  WHERE c.copy_id = migrate_grant.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_grant(int) IS
  'Lets the app writer write all tables for as long as a live copy lasts.';
