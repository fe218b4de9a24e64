CREATE OR REPLACE FUNCTION reeve.catalog_timeouts(manifest jsonb)
RETURNS TABLE(
  key text, role_name name, is_login boolean, setting text, wanted text, present text,
  statement text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT k.key, r.rolname, r.rolcanlogin, k.setting, k.wanted, p.value,
    format('ALTER ROLE %I IN DATABASE %I ', r.rolname, current_database())
    || CASE WHEN k.wanted IS NULL THEN 'RESET ' || k.setting
      ELSE format('SET %s = %L', k.setting, k.wanted) END
  FROM (
    SELECT t.key, t.key || '_timeout' AS setting, (extract(epoch FROM
      (manifest #>> ARRAY['timeouts', t.key])::interval) * 1000)::bigint || 'ms' AS wanted
    FROM (VALUES ('statement'), ('lock')) t(key)) k
  -- A member has no setting of its group: each login needs its own.
  CROSS JOIN (
    SELECT m.oid, m.rolname, m.rolcanlogin
    FROM unnest(reeve.catalog_columns(manifest -> 'logins')) l(name)
    JOIN pg_roles m ON m.rolname = l.name OR m.rolcanlogin AND NOT m.rolsuper
      AND to_regrole(quote_ident(l.name)) IS NOT NULL
      AND pg_has_role(m.oid, to_regrole(quote_ident(l.name)), 'MEMBER')
    -- Whoever may grant the app's role could otherwise stop a worker or a colleague.
    WHERE NOT EXISTS (
      SELECT FROM pg_roles x
      WHERE (x.rolname = manifest ->> 'owner'
          OR x.rolname ~ '^reeve_' AND x.rolname <> 'reeve_app')
        AND pg_has_role(m.oid, x.oid, 'MEMBER'))
    GROUP BY m.oid, m.rolname, m.rolcanlogin) r
  LEFT JOIN LATERAL (
    SELECT split_part(c, '=', 2)
    FROM pg_db_role_setting s
    JOIN pg_database d ON d.oid = s.setdatabase AND d.datname = current_database()
    CROSS JOIN LATERAL unnest(s.setconfig) c
    WHERE s.setrole = r.oid AND split_part(c, '=', 1) = k.setting) p(value) ON TRUE
$$;

COMMENT ON FUNCTION reeve.catalog_timeouts(jsonb) IS
  'The timeouts of a manifest, for each role of the app''s logins and each login in it, but those '
  'of its owner and of Reeve: what it declares (wanted) and what is set in this database '
  '(present), as texts or NULL, and the statement that makes them the same.';
