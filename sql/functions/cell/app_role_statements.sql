CREATE OR REPLACE FUNCTION reeve.app_role_statements(app text, is_whole boolean DEFAULT FALSE)
RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.statement
  FROM unnest(ARRAY['hand', 'eye']) k(kind)
  CROSS JOIN LATERAL (SELECT reeve.app_role(k.kind, app)) n(name)
  LEFT JOIN pg_roles r ON r.rolname = n.name
  CROSS JOIN LATERAL (VALUES
    (1, r.oid IS NULL, format('CREATE ROLE %I NOLOGIN', n.name)),
    (2, r.oid IS NULL OR NOT EXISTS (
        SELECT FROM pg_auth_members m
        WHERE m.roleid = r.oid AND m.member = 'reeve_owner'::regrole),
      format('GRANT %I TO reeve_owner', n.name)),
    (3, r.oid IS NULL OR NOT EXISTS (
        SELECT FROM pg_auth_members m
        WHERE m.roleid = 'reeve_hand'::regrole AND m.member = r.oid),
      format('GRANT reeve_hand TO %I', n.name))) s(place, is_missing, statement)
  WHERE s.is_missing OR is_whole
  ORDER BY k.kind DESC, s.place
$$;

COMMENT ON FUNCTION reeve.app_role_statements(text, boolean) IS
  'Statements that make what is missing of an app''s two roles, or all of it where is_whole, in '
  'the order to run them.';
