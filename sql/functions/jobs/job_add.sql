CREATE OR REPLACE FUNCTION reeve.job_add(
  kind_id int, queue_id int, args jsonb, due_at timestamptz, priority smallint, app text,
  collection_id int, subject_key text, principal text, unique_key text)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM reeve.job_key k WHERE k.key = unique_key) THEN
    RETURN NULL;
  END IF;
  RETURN (reeve.job_put(ARRAY[jsonb_build_object(
    'kind', (SELECT k.name FROM reeve.job_kind k WHERE k.kind_id = job_add.kind_id),
    'queue', (SELECT q.name FROM reeve.queue q WHERE q.queue_id = job_add.queue_id),
    'args', args, 'due_at', due_at, 'priority', priority, 'app', app,
    'collection_id', collection_id, 'subject_key', subject_key, 'unique_key', unique_key)],
    principal))[1];
END
$$;

COMMENT ON FUNCTION reeve.job_add(
  int, int, jsonb, timestamptz, smallint, text, int, text, text, text) IS
  'Writes a job, ready or timed; NULL when a live job holds the key.';
