CREATE OR REPLACE FUNCTION reeve.enqueue(jobs jsonb[]) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  fault text;
  shape CONSTANT jsonb := '{"kind": "string", "args": "object", "queue": "string",
    "priority": "number", "due_at": "string", "delay": "string", "max_attempts": "number",
    "unique_key": "string", "app": "string", "collection_id": "number", "subject_key": "string",
    "after": "array"}';
BEGIN
  IF coalesce(cardinality(jobs), 0) = 0 THEN
    RETURN;
  END IF;
  IF reeve.app_code_calls() THEN
    RAISE EXCEPTION 'app code cannot enqueue in the name of %', session_user
      USING ERRCODE = 'RV002';
  END IF;
  SELECT CASE WHEN cardinality(jobs) > 1 THEN format('job %s: ', o.n) ELSE '' END || f.fault
  INTO fault
  FROM unnest(jobs) WITH ORDINALITY o(body, n)
  LEFT JOIN reeve.job_kind k ON k.name = o.body ->> 'kind'
  LEFT JOIN reeve.queue q ON q.name = o.body ->> 'queue'
  CROSS JOIN LATERAL (
    SELECT min(CASE WHEN shape ? e.key THEN format('%s is a JSON %s, not %s', e.key,
          shape ->> e.key, left(e.value::text, 100))
        ELSE format('a job has no %s', quote_literal(left(e.key, 100))) END)
    FROM jsonb_each(CASE jsonb_typeof(o.body) WHEN 'object' THEN o.body END) e
    WHERE NOT shape ? e.key OR jsonb_typeof(e.value) NOT IN ('null', shape ->> e.key)) w(fault)
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN jsonb_typeof(o.body) IS DISTINCT FROM 'object' THEN 'a job is a JSON object'
      WHEN w.fault IS NOT NULL THEN w.fault
      WHEN k.kind_id IS NULL THEN
        format('no job kind %s', coalesce(quote_literal(left(o.body ->> 'kind', 100)), 'NULL'))
      WHEN pg_column_size(o.body -> 'args') > 65536 THEN
        'the arguments of a job are over 64 KiB; store them in a table and pass its key'
      WHEN o.body ->> 'priority' NOT IN ('-1', '0', '1') THEN
        format('priority %s is not -1, 0 or 1', left(o.body ->> 'priority', 100))
      WHEN o.body ->> 'queue' IS NOT NULL AND q.queue_id IS NULL THEN
        format('no queue %s', quote_literal(left(o.body ->> 'queue', 100)))
      WHEN o.body ->> 'max_attempts' !~ '^([1-9][0-9]{0,2}|1000)$' THEN
        format('max_attempts %s is not 1 to 1000', left(o.body ->> 'max_attempts', 100))
      WHEN starts_with(o.body ->> 'unique_key', 'cron:') THEN
        'keys that begin with cron: belong to schedules'
      WHEN char_length(o.body ->> 'unique_key') NOT BETWEEN 1 AND 200 THEN
        'a unique_key has 1 to 200 characters'
      WHEN o.body ->> 'app' IS NOT NULL
        AND NOT EXISTS (SELECT FROM reeve.app a WHERE a.app = o.body ->> 'app') THEN
        format('no app %s', quote_literal(left(o.body ->> 'app', 100)))
      WHEN o.body ->> 'collection_id' IS NOT NULL AND NOT EXISTS (
        SELECT FROM reeve.collection c WHERE c.collection_id::text = o.body ->> 'collection_id')
        THEN format('no collection has the id %s', left(o.body ->> 'collection_id', 100))
      WHEN octet_length(o.body ->> 'subject_key') > 2000 THEN
        'a subject_key has at most 2000 bytes'
      WHEN coalesce(o.body ->> 'due_at', o.body ->> 'delay') IS NOT NULL
        AND reeve.job_due_fault(o.body ->> 'due_at', o.body ->> 'delay') IS NOT NULL THEN
        reeve.job_due_fault(o.body ->> 'due_at', o.body ->> 'delay')
      WHEN EXISTS (
        SELECT FROM jsonb_array_elements_text(nullif(o.body -> 'after', 'null')) a(id)
        WHERE a.id IS NULL OR a.id !~ '^[0-9]{1,18}$') THEN 'after must be an array of job ids'
    END) f(fault)
  WHERE f.fault IS NOT NULL ORDER BY o.n LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001';
  END IF;
  IF EXISTS (SELECT FROM unnest(jobs) b(body) WHERE b.body ? 'after') THEN
    SELECT format('job %s was cancelled or is a dead letter, or there is none', a.id) INTO fault
    FROM unnest(jobs) b(body)
    CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE WHEN jsonb_typeof(b.body -> 'after') = 'array' THEN b.body -> 'after' ELSE '[]' END)
        a(id)
    WHERE NOT EXISTS (SELECT FROM reeve.job j WHERE j.job_id = a.id::bigint)
      OR EXISTS (SELECT FROM reeve.job_dead d WHERE d.job_id = a.id::bigint)
      OR EXISTS (SELECT FROM reeve.job_end e
        WHERE e.job_id = a.id::bigint AND e.outcome = 'cancelled')
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001', HINT = 'Nothing can wait for it.';
    END IF;
  END IF;
  SELECT format('Members of %s may enqueue %s.', array_to_string(k.enqueuers, ', '), k.name)
  INTO fault
  FROM (
    -- Most kinds have the same enqueuers: they are looked up once.
    SELECT min(n.name) AS name, n.enqueuers FROM reeve.job_kind n
    WHERE n.name IN (SELECT b.body ->> 'kind' FROM unnest(jobs) b(body))
    GROUP BY n.enqueuers
    -- Else the kinds that are not asked for would be looked up, too.
    OFFSET 0) k
  WHERE NOT reeve.role_is_held(k.enqueuers, session_user)
  ORDER BY k.name LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% may not enqueue that', session_user USING ERRCODE = 'RV002', DETAIL = fault;
  END IF;
  RETURN QUERY SELECT unnest(reeve.job_put(jobs, session_user));
END
$$;

COMMENT ON FUNCTION reeve.enqueue(jsonb[]) IS
  'Enqueues jobs in the caller''s transaction; all or none. Each is an object: kind; args, an '
  'object up to 64 KiB; queue; priority -1, 0 or 1; due_at or delay; max_attempts; unique_key; '
  'app, collection_id and subject_key, what it is about; after, ids of jobs to be completed '
  'before. Returns one id per job, in order; for a duplicate unique_key, the id of the live job '
  'that holds it. RV001 says which job is wrong and how; RV002: the caller may not enqueue that '
  'kind.';

GRANT EXECUTE ON FUNCTION reeve.enqueue(jsonb[])
  TO reeve_moderator, reeve_worker, reeve_migrator;
