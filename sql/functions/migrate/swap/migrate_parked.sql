CREATE OR REPLACE FUNCTION reeve.migrate_parked(parked jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT coalesce(jsonb_agg(p.value ORDER BY p.place), '[]')
  FROM jsonb_array_elements(parked) WITH ORDINALITY p(value, place)
  WHERE p.value ->> 'kind' <> 'trigger' OR p.value ->> 'relation_id' IS NULL OR EXISTS (
    SELECT FROM pg_trigger g
    WHERE g.tgrelid = (p.value ->> 'relation_id')::oid AND g.tgname = p.value ->> 'name')
$$;

COMMENT ON FUNCTION reeve.migrate_parked(jsonb) IS
  'Those objects of reeve.migrate_park that can be restored: a trigger that was dropped since, '
  'such as by an apply of the catalog, cannot.';
