CREATE OR REPLACE FUNCTION reeve.catalog_check_inboxes(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('/collections/%s/recipient/inbox', i.collection), f.code, f.message
  FROM reeve.catalog_inboxes(manifest) i
  LEFT JOIN pg_proc p ON p.oid = i.routine
  CROSS JOIN LATERAL (VALUES
    ('missing', CASE WHEN i.routine IS NULL
      THEN format('there is no function %s', i.signature) END),
    ('rights', reeve.catalog_routine_fault(i.routine, i.signature, manifest ->> 'owner'))
  ) f(code, message)
  WHERE f.message IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_check_inboxes(jsonb) IS
  'Findings about the functions that take notices into the app.';
