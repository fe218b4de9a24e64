CREATE OR REPLACE FUNCTION reeve.glass_named(login text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT a.args ->> 'rank'
  FROM (
    SELECT l.* FROM reeve.approval l
    WHERE l.verb IN ('glass.name', 'glass.drop') AND l.state = 'executed'
      AND l.key = glass_named.login
    ORDER BY l.decided_at DESC, l.approval_id DESC LIMIT 1) a
  -- A role that was created again under the name is somebody else.
  WHERE a.verb = 'glass.name' AND a.args ->> 'role' = to_regrole(quote_ident(a.key))::oid::text
$$;

COMMENT ON FUNCTION reeve.glass_named(text) IS
  'The rank that a login may take in an emergency, as two seniors decided last; NULL: none.';
