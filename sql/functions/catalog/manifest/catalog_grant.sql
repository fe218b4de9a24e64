CREATE OR REPLACE FUNCTION reeve.catalog_grant(manifest jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute(manifest ->> 'owner', reeve.catalog_rights(manifest))
$$;

COMMENT ON FUNCTION reeve.catalog_grant(jsonb) IS
  'As the app''s owner: lets the app''s reader read the declared tables and run the views and '
  'what its feed calls, and its writer update the declared columns only (a key column, if an '
  'action locks rows and '
  'updates none), erase what the catalog declares, run the tasks, and take notices.';
