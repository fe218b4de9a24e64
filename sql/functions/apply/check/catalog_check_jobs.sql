CREATE OR REPLACE FUNCTION reeve.catalog_check_jobs(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  job record;
BEGIN
  FOR job IN
    SELECT '/jobs/' || replace(replace(j.key, '~', '~0'), '/', '~1') AS at, j.value AS spec,
      j.value ->> 'zone' AS zone
    FROM jsonb_each(coalesce(manifest -> 'jobs', '{}')) j ORDER BY j.key
  LOOP
    IF NOT EXISTS (SELECT FROM reeve.job_kind k WHERE k.name = job.spec ->> 'kind') THEN
      RETURN QUERY SELECT job.at || '/kind', 'missing',
        format('there is no job kind %s', job.spec ->> 'kind');
    END IF;
    IF NOT EXISTS (
      SELECT FROM reeve.queue q WHERE q.name = coalesce(job.spec ->> 'queue', q.name)) THEN
      RETURN QUERY SELECT job.at || '/queue', 'missing',
        format('there is no queue %s', job.spec ->> 'queue');
    END IF;
    IF pg_column_size(job.spec -> 'args') > 65536 THEN
      RETURN QUERY SELECT job.at || '/args', 'job', 'the arguments of a job are over 64 KiB';
    END IF;
    IF (job.spec ->> 'every')::interval > '366 days' THEN
      RETURN QUERY SELECT job.at || '/every', 'job', 'a job fires at least every 366 days';
    END IF;
    IF job.spec ? 'cron' = job.spec ? 'every' THEN
      RETURN QUERY SELECT job.at, 'job', 'a job needs either every or cron';
    END IF;
    IF job.spec ? 'cron' THEN
      BEGIN
        PERFORM reeve.cron_parse(job.spec ->> 'cron');
      EXCEPTION WHEN SQLSTATE 'RV001' THEN
        RETURN QUERY SELECT job.at || '/cron', 'job', SQLERRM;
      END;
    ELSIF job.spec ? 'zone' THEN
      RETURN QUERY SELECT job.at || '/zone', 'job', 'zone needs cron';
    END IF;
    IF job.spec ? 'zone' AND NOT reeve.zone_is_known(job.zone) THEN
      RETURN QUERY SELECT job.at || '/zone', 'missing', format('there is no time zone %s%s',
        job.zone, (SELECT format('; did you mean %s?', z.name) FROM pg_timezone_names z
          WHERE lower(z.name) = replace(lower(job.zone), ' ', '_') LIMIT 1));
    END IF;
    IF job.spec ->> 'missed' = 'all' AND job.spec ->> 'overlap' IS DISTINCT FROM 'allow' THEN
      RETURN QUERY SELECT job.at || '/missed', 'job',
        'missed: all needs overlap: allow';
    END IF;
    IF job.spec ? 'most' AND job.spec ->> 'missed' IS DISTINCT FROM 'all' THEN
      RETURN QUERY SELECT job.at || '/most', 'job', 'most needs missed: all';
    ELSIF (job.spec ->> 'most')::numeric NOT BETWEEN 1 AND 100 THEN
      RETURN QUERY SELECT job.at || '/most', 'job', 'most is a number from 1 to 100';
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_jobs(jsonb) IS 'Findings about scheduled jobs.';
