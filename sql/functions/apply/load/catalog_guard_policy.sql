CREATE OR REPLACE FUNCTION reeve.catalog_guard_policy(
  app text, relation regclass, owner_name text, collection_id int, place int, operations text[],
  is_barred text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  routine regproc := 'reeve.bars_' || collection_id;
  -- The app writer hides and restores the rows of barred people, so it may change them too.
  passes text := format('current_user IN (%L, %L) OR NOT %s',
    reeve.app_role('writer', app), reeve.app_role('reader', app), is_barred);
BEGIN
  -- A policy's functions run with the rights of whoever writes, so they need this one, no more.
  PERFORM reeve.role_execute('reeve_owner',
    ARRAY[
      format('GRANT USAGE ON SCHEMA reeve TO %I', owner_name),
      format('GRANT EXECUTE ON FUNCTION %s TO %I', routine, owner_name)]
    || ARRAY(
      SELECT DISTINCT format('GRANT EXECUTE ON FUNCTION %s TO %I', routine,
        pg_get_userbyid(p.grantee))
      FROM (
        SELECT c.relacl AS acl FROM pg_class c WHERE c.oid = relation
        UNION ALL
        SELECT a.attacl FROM pg_attribute a WHERE a.attrelid = relation) w
      CROSS JOIN LATERAL aclexplode(w.acl) p
      WHERE p.grantee <> 0 AND p.privilege_type IN ('INSERT', 'UPDATE', 'DELETE')));
  IF NOT (SELECT c.relrowsecurity FROM pg_class c WHERE c.oid = relation) THEN
    PERFORM reeve.role_execute(owner_name, ARRAY[
      format('CREATE POLICY reeve_open ON %s USING (TRUE) WITH CHECK (TRUE)', relation),
      format('COMMENT ON POLICY reeve_open ON %s IS %L', relation,
        'Generated: row security is on for reeve_bar_… alone; what was granted stays granted.'),
      format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation)]);
  END IF;
  PERFORM reeve.role_execute(owner_name, array_agg(
    format('CREATE POLICY reeve_bar_%s_%s_%s ON %s AS RESTRICTIVE FOR %s%s%s', collection_id, place,
      o.name, relation, upper(o.name),
      CASE WHEN o.name <> 'insert' THEN format(' USING (%s)', passes) ELSE '' END,
      CASE WHEN o.name <> 'delete' THEN format(' WITH CHECK (%s)', passes) ELSE '' END)))
  FROM unnest(operations) o(name);
END
$$;

COMMENT ON FUNCTION reeve.catalog_guard_policy(text, regclass, text, int, int, text[], text) IS
  'Creates the restrictive policies of one guard, as the table''s owner. If row security was '
  'off, enables it with a policy that lets everything through, so that only the bans are new.';
