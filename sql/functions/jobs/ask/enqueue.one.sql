CREATE OR REPLACE FUNCTION reeve.enqueue(
  kind text, args jsonb, due_at timestamptz DEFAULT NULL, priority smallint DEFAULT 0,
  app text DEFAULT NULL, collection_id int DEFAULT NULL, subject_key text DEFAULT NULL,
  unique_key text DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  k reeve.job_kind;
BEGIN
  -- What most callers ask for is written without going through JSON. Whatever is wrong has its
  -- message from the function for many.
  IF due_at IS NULL AND priority = 0 AND coalesce(app, subject_key, unique_key) IS NULL
    AND collection_id IS NULL AND jsonb_typeof(args) = 'object' AND pg_column_size(args) <= 65536
    AND NOT reeve.app_code_calls()
  THEN
    SELECT l.* INTO k FROM reeve.job_kind l WHERE l.name = enqueue.kind;
    IF reeve.role_is_held(k.enqueuers, session_user) THEN
      RETURN reeve.job_put(k, args, session_user);
    END IF;
  END IF;
  RETURN (
    SELECT reeve.enqueue(ARRAY[jsonb_build_object('kind', kind, 'args', args, 'due_at', due_at,
      'priority', priority, 'app', app, 'collection_id', collection_id,
      'subject_key', subject_key, 'unique_key', unique_key)]));
END
$$;

COMMENT ON FUNCTION reeve.enqueue(
  text, jsonb, timestamptz, smallint, text, int, text, text) IS
  'Asks for one job: see reeve.enqueue(jsonb[]).';

GRANT EXECUTE ON FUNCTION reeve.enqueue(
  text, jsonb, timestamptz, smallint, text, int, text, text)
  TO reeve_moderator, reeve_worker, reeve_migrator;
