CREATE OR REPLACE FUNCTION reeve.job_put(jobs jsonb[], principal text) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  today date := (moment AT TIME ZONE 'UTC')::date;
  fresh bigint[];
  holders bigint[];
  are_keyed boolean;
  are_timed boolean;
  are_after boolean;
  bells int[];
BEGIN
  -- Before the positions, as job_front_seek counts on it: a transaction without a number is in no
  -- snapshot, and the front of the queue would pass its jobs.
  PERFORM pg_current_xact_id();
  SELECT array_agg(nextval('reeve.job_id_seq')), bool_or(b.body ->> 'unique_key' IS NOT NULL),
    bool_or(coalesce(b.body ->> 'due_at', b.body ->> 'delay') IS NOT NULL),
    bool_or(jsonb_typeof(b.body -> 'after') = 'array')
  INTO fresh, are_keyed, are_timed, are_after
  FROM unnest(jobs) b(body);
  holders := fresh;
  WHILE are_keyed LOOP
    -- In order, so that two callers with the same keys do not wait for each other.
    INSERT INTO reeve.job_key(key, job_id)
    SELECT DISTINCT ON (k.key) k.key, fresh[o.n]
    FROM unnest(jobs) WITH ORDINALITY o(body, n)
    CROSS JOIN LATERAL (SELECT o.body ->> 'unique_key' COLLATE "C") k(key)
    WHERE k.key IS NOT NULL
    ORDER BY k.key, o.n
    ON CONFLICT (key) DO NOTHING;
    SELECT array_agg(
      CASE WHEN o.body ->> 'unique_key' IS NULL THEN fresh[o.n] ELSE k.job_id END ORDER BY o.n)
    INTO holders
    FROM unnest(jobs) WITH ORDINALITY o(body, n)
    LEFT JOIN LATERAL (
      -- A repeatable read sees its own key, and still that of a job that has ended since it began.
      SELECT max(h.job_id) AS job_id FROM reeve.job_key h WHERE h.key = o.body ->> 'unique_key'
      ) k ON TRUE;
    -- If the holder of the key ended in between, the key is free.
    EXIT WHEN array_position(holders, NULL) IS NULL;
  END LOOP;
  WITH entry AS (
    SELECT o.n, fresh[o.n] AS job_id, k.kind_id, coalesce(q.queue_id, k.queue_id) AS queue_id,
      coalesce((o.body ->> 'max_attempts')::smallint, k.max_attempts) AS max_attempts,
      coalesce((o.body ->> 'priority')::smallint, 0::smallint) AS priority,
      CASE WHEN are_timed THEN coalesce((o.body ->> 'due_at')::timestamptz,
        moment + (o.body ->> 'delay')::interval) END AS due_at,
      are_after AND jsonb_typeof(o.body -> 'after') = 'array' AS is_after,
      o.body
    FROM unnest(jobs) WITH ORDINALITY o(body, n)
    JOIN reeve.job_kind k ON k.name = o.body ->> 'kind'
    LEFT JOIN reeve.queue q ON q.name = o.body ->> 'queue'
    WHERE holders[o.n] = fresh[o.n]
  ), body AS (
    INSERT INTO reeve.job(job_id, day, queue_id, kind_id, max_attempts, app, collection_id,
      subject_key, args, principal)
    SELECT e.job_id, today, e.queue_id, e.kind_id, e.max_attempts, e.body ->> 'app',
      (e.body ->> 'collection_id')::int, e.body ->> 'subject_key', coalesce(e.body -> 'args', '{}'),
      job_put.principal
    FROM entry e
  ), waiting AS (
    INSERT INTO reeve.job_wait(job_id, day, queue_id, priority, due_at, missing, any_end)
    SELECT e.job_id, today, e.queue_id, e.priority, e.due_at, 0,
      coalesce((e.body ->> 'any_end')::boolean, FALSE)
    FROM entry e WHERE e.is_after
  ), timed AS (
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority)
    SELECT e.due_at, e.job_id, today, 'scheduled', e.queue_id, e.priority
    FROM entry e WHERE e.due_at > moment AND e.is_after IS NOT TRUE
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, seq, job_id, day)
    SELECT e.queue_id, e.priority, e.job_id, e.job_id, today
    FROM entry e WHERE (e.due_at > moment) IS NOT TRUE AND e.is_after IS NOT TRUE
    ORDER BY e.n
  ), counted AS (
    INSERT INTO reeve.job_delta AS d(queue_id, state, n)
    SELECT e.queue_id, CASE WHEN e.is_after THEN 'waiting' WHEN e.due_at > moment THEN 'scheduled'
      ELSE 'available' END, count(*)
    FROM entry e GROUP BY 1, 2
    RETURNING d.queue_id, d.state
  )
  SELECT array_agg(c.queue_id) INTO bells FROM counted c WHERE c.state = 'available';
  PERFORM reeve.job_notify(bells);
  IF are_after THEN
    WITH need AS (
      INSERT INTO reeve.job_after AS a(needed_id, job_id)
      SELECT DISTINCT (x.id #>> '{}')::bigint, fresh[o.n]
      FROM unnest(jobs) WITH ORDINALITY o(body, n)
      CROSS JOIN LATERAL jsonb_array_elements(o.body -> 'after') x(id)
      WHERE jsonb_typeof(o.body -> 'after') = 'array' AND holders[o.n] = fresh[o.n]
        AND NOT EXISTS (SELECT FROM reeve.job_end d
          WHERE d.job_id = (x.id #>> '{}')::bigint AND d.outcome = 'completed')
      RETURNING a.job_id
    )
    UPDATE reeve.job_wait w SET missing = n.missing
    FROM (SELECT n.job_id, count(*) AS missing FROM need n GROUP BY 1) n
    WHERE w.job_id = n.job_id;
    PERFORM reeve.job_free(fresh);
  END IF;
  RETURN holders;
END
$$;

COMMENT ON FUNCTION reeve.job_put(jsonb[], text) IS
  'Writes jobs in the form of reeve.enqueue, unchecked, for a principal (NULL = a schedule); '
  'any_end: it waits for the jobs of after until they have ended in any way. '
  'Returns one id per job; for a duplicate unique_key, that of the live job that holds it.';
