CREATE OR REPLACE FUNCTION reeve.migrate_unshared(
  owner_id oid, schema_id oid, name text, kind "char" DEFAULT 'r')
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT format('REVOKE ALL ON %s FROM %s', name,
    string_agg(DISTINCT coalesce(quote_ident(g.rolname), 'PUBLIC'), ', '))
  FROM pg_default_acl d
  CROSS JOIN LATERAL aclexplode(d.defaclacl) x
  LEFT JOIN pg_roles g ON g.oid = x.grantee
  WHERE d.defaclrole = owner_id AND d.defaclnamespace IN (0, schema_id) AND d.defaclobjtype = kind
    AND x.grantee <> owner_id
  HAVING count(*) > 0
$$;

COMMENT ON FUNCTION reeve.migrate_unshared(oid, oid, text, "char") IS
  'Statement that revokes what ALTER DEFAULT PRIVILEGES of an owner grants on a new table or view '
  '(kind r) or function (f) in a schema, so that it has the rights of the one whose place it '
  'takes; NULL for none.';
