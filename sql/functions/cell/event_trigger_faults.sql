CREATE OR REPLACE FUNCTION reeve.event_trigger_faults()
RETURNS TABLE(name text, fault text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH trusted(id) AS (
    SELECT r.oid FROM pg_roles r
    WHERE r.rolsuper OR r.rolname = current_user
      OR pg_has_role(r.oid, to_regrole('reeve_owner'), 'MEMBER')
  ),
  routine AS (
    SELECT p.oid, p.proname, n.nspname, p.proowner, p.prosrc
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
  )
  SELECT e.evtname, format('%s, whose owner %s is not a superuser', coalesce(
      'calls ' || c.oid::regprocedure::text, 'is ' || f.oid::regprocedure),
    pg_get_userbyid(coalesce(c.proowner, f.proowner)))
  FROM pg_event_trigger e
  JOIN routine f ON f.oid = e.evtfoid
  LEFT JOIN LATERAL (
    SELECT o.oid, o.proowner
    FROM routine o
    WHERE f.proowner IN (SELECT t.id FROM trusted t)
      AND o.proowner NOT IN (SELECT t.id FROM trusted t)
      AND o.nspname !~ '^pg_' AND strpos(f.prosrc, o.nspname) > 0
      AND strpos(f.prosrc, o.proname) > 0
      AND f.prosrc ~ format(E'\\m"?%s"?\\s*\\.\\s*"?%s"?\\s*\\(',
        regexp_replace(o.nspname, E'\\W', E'\\\\\\&', 'g'),
        regexp_replace(o.proname, E'\\W', E'\\\\\\&', 'g'))
    ORDER BY o.nspname, o.proname LIMIT 1) c ON TRUE
  WHERE e.evtenabled <> 'D'
    AND (f.proowner NOT IN (SELECT t.id FROM trusted t) OR c.oid IS NOT NULL)
  ORDER BY e.evtname
$$;

COMMENT ON FUNCTION reeve.event_trigger_faults() IS
  'Enabled event triggers that run code of somebody who is neither a superuser nor an installer: '
  'their function is theirs, or calls one of theirs by its schema. PostgreSQL runs it as whoever '
  'creates, alters or drops anything.';
