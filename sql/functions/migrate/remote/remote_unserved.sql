CREATE OR REPLACE FUNCTION reeve.remote_unserved(mapping jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT NOT EXISTS (
    SELECT FROM reeve.worker w
    WHERE w.ended_at IS NULL AND w.beat_at > clock_timestamp() - interval '12 s'
      AND format('migrate.copy:%s/%s', mapping ->> 'app', mapping ->> 'copy') = ANY (w.kinds))
$$;

COMMENT ON FUNCTION reeve.remote_unserved(jsonb) IS
  'Whether no live worker''s manifest said, when the worker started, where the target of this copy '
  'to another database is.';
