CREATE OR REPLACE FUNCTION reeve.catalog_meters(manifest jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
  pace record;
  meters text[];
BEGIN
  FOR c IN
    SELECT l.collection_id, manifest #> ARRAY['collections', l.name, 'search'] AS spec
    FROM reeve.collection l WHERE l.app = manifest ->> 'app' ORDER BY l.collection_id
  LOOP
    meters := '{}';
    SELECT * INTO pace FROM reeve.search_limit(c.spec ->> 'limit');
    IF pace.step IS NOT NULL THEN
      meters := ARRAY(
        SELECT DISTINCT reeve.search_meter(c.collection_id, l.rolname)
        FROM unnest((manifest ->> 'owner') || reeve.catalog_columns(c.spec -> 'roles')) r
        -- A login that has to SET ROLE first is a member too.
        JOIN pg_roles l ON l.rolcanlogin AND NOT l.rolsuper AND pg_has_role(l.oid, r, 'MEMBER')
        UNION SELECT reeve.search_meter(c.collection_id, NULL));
    END IF;
    PERFORM reeve.role_execute('reeve_owner', ARRAY(
      SELECT format('DROP SEQUENCE reeve.%I', s.relname) FROM pg_class s
      WHERE s.relnamespace = 'reeve'::regnamespace AND s.relkind = 'S'
        AND starts_with(s.relname, format('search_meter_%s_', c.collection_id))
        AND s.relname <> ALL (meters)
      UNION ALL
      SELECT format(x, m, pace.step)
      FROM unnest(meters) m CROSS JOIN unnest(ARRAY[
        'CREATE SEQUENCE IF NOT EXISTS reeve.%I', 'ALTER SEQUENCE reeve.%I INCREMENT BY %s']) x));
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_meters(jsonb) IS
  'Creates the sequences that count searches (reeve.search_admit): one for each login that may '
  'search a collection with a limit, and one for all others; drops those no longer needed. Runs as '
  'the installer.';
