CREATE OR REPLACE FUNCTION reeve.enqueue(
  kind text, args jsonb, due_at timestamptz DEFAULT NULL, priority smallint DEFAULT 0,
  app text DEFAULT NULL, collection_id int DEFAULT NULL, subject_key text DEFAULT NULL,
  unique_key text DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  known reeve.job_kind;
  job_id bigint;
BEGIN
  SELECT * INTO known FROM reeve.job_kind k WHERE k.name = enqueue.kind;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no job kind %', coalesce(quote_literal(kind), 'NULL') USING ERRCODE = 'RV001';
  END IF;
  IF NOT EXISTS (
    SELECT FROM unnest(known.enqueuers) e(role_name) JOIN pg_roles r ON r.rolname = e.role_name
    WHERE pg_has_role(session_user, r.oid, 'MEMBER')) THEN
    RAISE EXCEPTION '% may not enqueue %', session_user, kind USING ERRCODE = 'RV002',
      DETAIL = format('Members of %s may.', array_to_string(known.enqueuers, ', '));
  END IF;
  IF priority IS NULL OR priority NOT BETWEEN -1 AND 1 THEN
    RAISE EXCEPTION 'priority % is not -1, 0 or 1', coalesce(priority::text, 'NULL')
      USING ERRCODE = 'RV001';
  END IF;
  IF jsonb_typeof(args) IS DISTINCT FROM 'object' THEN
    RAISE EXCEPTION 'the arguments of a job are a JSON object' USING ERRCODE = 'RV001';
  END IF;
  IF starts_with(unique_key, 'cron:') THEN
    RAISE EXCEPTION 'keys that begin with cron: belong to schedules' USING ERRCODE = 'RV001';
  END IF;
  LOOP
    job_id := reeve.job_add(
      known.kind_id, known.queue_id, args, due_at, priority, app, collection_id, subject_key,
      session_user, unique_key);
    EXIT WHEN job_id IS NOT NULL;
    SELECT k.job_id INTO job_id FROM reeve.job_key k WHERE k.key = unique_key;
    EXIT WHEN FOUND;
  END LOOP;
  RETURN job_id;
END
$$;

COMMENT ON FUNCTION reeve.enqueue(
  text, jsonb, timestamptz, smallint, text, int, text, text) IS
  'Asks for a job in the caller''s transaction; with a unique_key that a live job holds, gives '
  'that.';

GRANT EXECUTE ON FUNCTION reeve.enqueue(
  text, jsonb, timestamptz, smallint, text, int, text, text)
  TO reeve_moderator, reeve_worker, reeve_migrator;
