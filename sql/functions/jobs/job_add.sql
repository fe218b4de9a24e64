CREATE OR REPLACE FUNCTION reeve.job_add(
  kind_id int, queue_id int, args jsonb, due_at timestamptz, priority smallint, app text,
  collection_id int, subject_key text, principal text, unique_key text)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  new_id bigint := nextval('reeve.job_id_seq');
  new_day date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
BEGIN
  IF unique_key IS NOT NULL THEN
    INSERT INTO reeve.job_key(key, job_id) VALUES (unique_key, new_id) ON CONFLICT (key) DO NOTHING;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO reeve.job(
    job_id, day, queue_id, kind_id, max_attempts, app, collection_id, subject_key, args, principal)
  SELECT new_id, new_day, job_add.queue_id, k.kind_id, k.max_attempts, job_add.app,
    job_add.collection_id, job_add.subject_key, job_add.args, job_add.principal
  FROM reeve.job_kind k WHERE k.kind_id = job_add.kind_id;
  IF due_at > clock_timestamp() THEN
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority)
    VALUES (job_add.due_at, new_id, new_day, 'scheduled', job_add.queue_id, job_add.priority);
  ELSE
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day)
    VALUES (job_add.queue_id, job_add.priority, new_id, new_day);
  END IF;
  RETURN new_id;
END
$$;

COMMENT ON FUNCTION reeve.job_add(
  int, int, jsonb, timestamptz, smallint, text, int, text, text, text) IS
  'Writes a job, ready or timed; NULL when a live job holds the key.';
