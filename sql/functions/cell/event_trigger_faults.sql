CREATE OR REPLACE FUNCTION reeve.event_trigger_faults()
RETURNS TABLE(name text, fault text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE trusted(id) AS (
    SELECT r.oid FROM pg_roles r
    WHERE r.rolsuper OR r.rolname = current_user
      OR pg_has_role(r.oid, to_regrole('reeve_owner'), 'MEMBER')
  ),
  -- Functions that an event trigger calls, and theirs, as far as all of them are trusted; each with
  -- the search_path that it or a caller sets: Reeve's own has no schema of an app.
  called(trigger_id, id, path) AS (
    SELECT e.oid, e.evtfoid, '{}'::text[] COLLATE "C"
    FROM pg_event_trigger e
    WHERE e.evtenabled <> 'D'
    UNION
    SELECT f.trigger_id, c.id, f.path
    FROM (
      SELECT k.trigger_id, p.oid, p.prosrc, coalesce((
          SELECT array_agg(btrim(s.name, '"')) FROM unnest(p.proconfig) o(setting)
          CROSS JOIN LATERAL regexp_split_to_table(
            substr(o.setting, strpos(o.setting, '=') + 1), E'\\s*,\\s*') s(name)
          WHERE o.setting ~ '^search_path='), k.path) AS path
      FROM called k
      JOIN pg_proc p ON p.oid = k.id
      WHERE p.proowner IN (SELECT t.id FROM trusted t)) f
    CROSS JOIN LATERAL (
      -- Functions that the server knows from a parsed body.
      SELECT CASE d.refclassid WHEN 'pg_proc'::regclass THEN d.refobjid ELSE (
        SELECT o.oprcode::oid FROM pg_operator o WHERE o.oid = d.refobjid) END AS id
      FROM pg_depend d
      WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid
        AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
      UNION ALL
      -- Functions that a text calls by their schema, or by a schema of the path.
      SELECT o.oid
      FROM pg_proc o
      JOIN pg_namespace n ON n.oid = o.pronamespace
      WHERE n.nspname !~ '^(pg_|information_schema$)'
        AND strpos(lower(f.prosrc), lower(replace(o.proname, '"', '""'))) > 0
        AND f.prosrc ~* format(CASE WHEN n.nspname = ANY (f.path)
            THEN E'(\\m"?%s"?\\s*\\.\\s*|(^|[^."\\w])"?)' ELSE E'\\m"?%s"?\\s*\\.\\s*"?' END
            || E'%s"?\\s*\\(',
          regexp_replace(replace(n.nspname, '"', '""'), E'\\W', E'\\\\\\&', 'g'),
          regexp_replace(replace(o.proname, '"', '""'), E'\\W', E'\\\\\\&', 'g'))) c
  )
  SELECT e.evtname, format('%s %s, whose owner %s is not a superuser',
    CASE c.id WHEN e.evtfoid THEN 'is' ELSE 'calls' END, c.id::regprocedure,
    pg_get_userbyid(c.proowner))
  FROM pg_event_trigger e
  CROSS JOIN LATERAL (
    SELECT k.id, p.proowner
    FROM called k
    JOIN pg_proc p ON p.oid = k.id
    WHERE k.trigger_id = e.oid AND p.proowner NOT IN (SELECT t.id FROM trusted t)
    ORDER BY k.id <> e.evtfoid, k.id::regprocedure::text LIMIT 1) c
  ORDER BY e.evtname
$$;

COMMENT ON FUNCTION reeve.event_trigger_faults() IS
  'Enabled event triggers that run code of somebody who is neither a superuser nor an installer: '
  'their function is theirs, or calls one of theirs, itself or through others. PostgreSQL runs it '
  'as whoever creates, alters or drops anything.';
