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
    wanted.expression := entry.spec ->> 'cron';
    wanted.zone := coalesce(entry.spec ->> 'zone', 'UTC');
    wanted.missed := coalesce(entry.spec ->> 'missed', 'last');
    wanted.most := coalesce((entry.spec ->> 'most')::int, 100);
    wanted.overlap := coalesce(entry.spec ->> 'overlap', 'skip');
    wanted.args := coalesce(entry.spec -> 'args', '{}');
    wanted.next_at := coalesce(
      reeve.cron_next(wanted.expression, wanted.zone, clock_timestamp()), clock_timestamp());
    SELECT * INTO present FROM reeve.cron c WHERE c.app = cron_load.app AND c.name = entry.name;
    IF NOT FOUND THEN
      change := 'add';
      IF NOT dry_run THEN
        INSERT INTO reeve.cron(app, name, kind_id, queue_id, args, every, expression, zone, missed,
          most, overlap, next_at)
        VALUES (cron_load.app, entry.name, wanted.kind_id, wanted.queue_id, wanted.args,
          wanted.every, wanted.expression, wanted.zone, wanted.missed, wanted.most, wanted.overlap,
          wanted.next_at);
      END IF;
    ELSIF (present.kind_id, present.queue_id, present.args, present.every, present.expression,
        present.zone, present.missed, present.most, present.overlap)
      IS DISTINCT FROM (wanted.kind_id, wanted.queue_id, wanted.args, wanted.every,
        wanted.expression, wanted.zone, wanted.missed, wanted.most, wanted.overlap) THEN
      change := 'change';
      IF NOT dry_run THEN
        IF wanted.overlap <> 'queue' THEN
          INSERT INTO reeve.cron_fire(cron_id, fire_at, skipped)
          SELECT present.cron_id, present.waiting_at, 'overlap'
          WHERE present.waiting_at IS NOT NULL;
          present.waiting_at := NULL;
        END IF;
        UPDATE reeve.cron c
        SET kind_id = wanted.kind_id, queue_id = wanted.queue_id, args = wanted.args,
          every = wanted.every, expression = wanted.expression, zone = wanted.zone,
          missed = wanted.missed, most = wanted.most, overlap = wanted.overlap,
          waiting_at = present.waiting_at,
          next_at = CASE
            WHEN wanted.every IS NOT NULL THEN least(c.next_at, clock_timestamp() + wanted.every)
            WHEN (c.expression, c.zone) IS DISTINCT FROM (wanted.expression, wanted.zone)
              THEN wanted.next_at ELSE c.next_at END
        WHERE c.cron_id = present.cron_id;
      END IF;
    ELSE
      CONTINUE;
    END IF;
    object := 'job ' || entry.name;
    note := format('%s %s', entry.spec ->> 'kind', coalesce('every ' || wanted.every,
      format('at %s in %s', wanted.expression, wanted.zone)));
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
  'Replaces an app''s schedules with those of its catalog; returns the difference. A new '
  'interval fires at once.';
