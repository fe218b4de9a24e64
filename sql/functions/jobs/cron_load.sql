CREATE OR REPLACE FUNCTION reeve.cron_load(
  app text, jobs jsonb, dry_run boolean DEFAULT FALSE)
RETURNS TABLE(change text, object text, note text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  entry record;
  wanted reeve.cron;
  present reeve.cron;
BEGIN
  FOR entry IN SELECT j.key AS name, j.value AS spec FROM jsonb_each(jobs) j ORDER BY j.key LOOP
    SELECT k.kind_id, q.queue_id INTO wanted.kind_id, wanted.queue_id
    FROM reeve.job_kind k LEFT JOIN reeve.queue q
      ON q.queue_id = k.queue_id AND NOT entry.spec ? 'queue' OR q.name = entry.spec ->> 'queue'
    WHERE k.name = entry.spec ->> 'kind';
    IF NOT FOUND OR wanted.queue_id IS NULL THEN
      RAISE EXCEPTION 'job % names an unknown kind or queue', entry.name USING ERRCODE = 'RV005',
        DETAIL = format('kind %s, queue %s', entry.spec -> 'kind', entry.spec -> 'queue');
    END IF;
    wanted.every := make_interval(
      secs => extract(epoch FROM (entry.spec ->> 'every')::interval)::double precision);
    wanted.args := coalesce(entry.spec -> 'args', '{}');
    SELECT * INTO present FROM reeve.cron c WHERE c.app = cron_load.app AND c.name = entry.name;
    IF NOT FOUND THEN
      change := 'add';
      IF NOT dry_run THEN
        INSERT INTO reeve.cron(app, name, kind_id, queue_id, args, every)
        VALUES (cron_load.app, entry.name, wanted.kind_id, wanted.queue_id, wanted.args,
          wanted.every);
      END IF;
    ELSIF (present.kind_id, present.queue_id, present.args, present.every)
      IS DISTINCT FROM (wanted.kind_id, wanted.queue_id, wanted.args, wanted.every) THEN
      change := 'change';
      IF NOT dry_run THEN
        UPDATE reeve.cron c
        SET kind_id = wanted.kind_id, queue_id = wanted.queue_id, args = wanted.args,
          every = wanted.every, next_at = least(c.next_at, clock_timestamp() + wanted.every)
        WHERE c.cron_id = present.cron_id;
      END IF;
    ELSE
      CONTINUE;
    END IF;
    object := 'job ' || entry.name;
    note := format('%s every %s', entry.spec ->> 'kind', wanted.every);
    RETURN NEXT;
  END LOOP;
  FOR present IN
    SELECT * FROM reeve.cron c
    WHERE c.app = cron_load.app AND NOT coalesce(jobs, '{}') ? c.name ORDER BY c.name
  LOOP
    IF NOT dry_run THEN
      DELETE FROM reeve.cron_fire f WHERE f.cron_id = present.cron_id;
      DELETE FROM reeve.cron c WHERE c.cron_id = present.cron_id;
    END IF;
    change := 'remove';
    object := 'job ' || present.name;
    note := NULL;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cron_load(text, jsonb, boolean) IS
  'Makes an app''s schedules those of its catalog; gives the difference. A new one fires at once.';
