CREATE OR REPLACE FUNCTION reeve.app_code_changes(manifest jsonb)
RETURNS TABLE(
  path text, change text, kind text, object text, is_red boolean, note text, definition text,
  digest bytea, alarms text[], is_ours boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  app_name text := manifest ->> 'app';
BEGIN
  RETURN QUERY
  SELECT coalesce(c.path, '/collections'),
    CASE WHEN p.object IS NULL THEN 'add' WHEN c.object IS NULL THEN 'drop' ELSE 'change' END,
    coalesce(c.kind, p.kind), coalesce(c.object, p.object),
    coalesce(c.alarms, p.alarms) <> '{}',
    -- For a dropped object, what it was.
    array_to_string(coalesce(c.alarms, p.alarms) || nullif(c.note, ''), '; '),
    c.definition, c.digest, c.alarms, coalesce(c.is_ours, p.is_ours)
  FROM reeve.app_code(manifest) c
  FULL JOIN (SELECT p.* FROM reeve.app_code_pin p WHERE p.app = app_name) p
    ON p.kind = c.kind AND p.object = c.object
  WHERE c.digest IS DISTINCT FROM p.digest
  ORDER BY 5 DESC, 3, 4;
END
$$;

COMMENT ON FUNCTION reeve.app_code_changes(jsonb) IS
  'How the code of an app differs from its pins of the last catalog apply: each object that was '
  'added (add), changed or dropped (drop), with its path in the manifest. Red if anything about '
  'the object is, or was, alarming. Reads the system catalogs only. NULL: definition, digest, '
  'alarms.';
