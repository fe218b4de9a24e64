-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.version_use(
  app text, platform text, oldest text, OUT devices bigint, OUT older bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  -- Few versions are in use, so that each is compared once.
  counts CONSTANT text := (
    SELECT string_agg(format('SELECT left(t.%I::text, 80), count(*) FROM %s t '
      'WHERE lower(t.%I::text) = ANY ($1) GROUP BY 1', v.version, l.table_sql, v.platform),
      ' UNION ALL ')
    FROM reeve.app a
    CROSS JOIN LATERAL reeve.catalog_devices(a.manifest) v
    JOIN reeve.collection l ON l.app = a.app AND l.name = v.collection
    WHERE a.app = version_use.app);
BEGIN
  IF counts IS NOT NULL THEN
    EXECUTE format('SELECT coalesce(sum(r.devices), 0), coalesce(sum(r.devices) FILTER (WHERE '
      '(reeve.version_parts(r.version) < reeve.version_parts($3)) IS NOT FALSE), 0) FROM (%s) r',
      reeve.reader_call(app, 'version text, devices bigint'))
    INTO devices, older USING counts, ARRAY[lower(platform)], oldest;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.version_use(text, text, text) IS
  'How many devices of a platform an app has, as its catalog declares devices, and how many of '
  'them have an older version than the given one, or none that can be read. NULL: both, if the '
  'catalog declares no devices.';
