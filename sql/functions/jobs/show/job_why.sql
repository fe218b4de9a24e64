CREATE OR REPLACE FUNCTION reeve.job_why(job_id bigint) RETURNS TABLE(code text, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
DECLARE
  present timestamptz := clock_timestamp();
  stamp text := 'YYYY-MM-DD HH24:MI:SS "UTC"';
  place record;
  lane reeve.queue;
  kind text;
  running int;
  tokens double precision;
  ahead int;
  ended record;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT p.*, j.max_attempts, j.kind_id, j.queue_id AS lane_id INTO place
  FROM reeve.job_location(ARRAY[job_why.job_id]) p
  JOIN reeve.job j ON j.job_id = p.job_id AND j.day = p.day;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no job %', job_id USING ERRCODE = 'RV004',
      HINT = '`jobs` lists them; jobs that ended long ago are deleted.';
  END IF;
  SELECT q.* INTO lane FROM reeve.queue q WHERE q.queue_id = place.lane_id;
  kind := (SELECT k.name FROM reeve.job_kind k WHERE k.kind_id = place.kind_id);
  SELECT e.* INTO ended FROM reeve.job_end e
  WHERE e.job_id = place.job_id ORDER BY e.lease DESC LIMIT 1;

  IF place.state IN ('completed', 'cancelled') THEN
    RETURN QUERY SELECT place.state, format('it was %s at %s%s', place.state,
      to_char(place.at, stamp), CASE place.state WHEN 'cancelled' THEN ': ' || place.detail END);
    RETURN;
  ELSIF place.state = 'discarded' THEN
    RETURN QUERY SELECT 'dead', format('it has been a dead letter since %s: '
    '%s', to_char(place.at, stamp),
      CASE place.detail
        WHEN 'attempts' THEN format('all %s attempts failed', place.max_attempts)
        WHEN 'losses' THEN 'three workers in a row died while running it'
        ELSE 'its handler said that retrying cannot help' END);
    IF ended.error IS NOT NULL THEN
      RETURN QUERY SELECT 'error', ended.error;
    END IF;
    RETURN;
  ELSIF place.state = 'running' THEN
    RETURN QUERY
      SELECT 'running', format('attempt %s of %s has been running since %s on worker %s, %s '
      '%s', place.attempt,
        place.max_attempts, to_char(place.at, stamp), w.worker_id, w.host, w.pid)
      FROM reeve.worker w WHERE w.worker_id = place.worker_id;
    RETURN QUERY
      SELECT 'cancelling', format('its cancellation was requested at %s',
        to_char(r.cancel_at, stamp))
      FROM reeve.job_run r WHERE r.job_id = place.job_id AND r.cancel_at IS NOT NULL;
    RETURN QUERY
      SELECT 'silent', format('its worker''s last heartbeat was %s s ago; after 12 s its jobs go '
      'to '
        'others', round(extract(epoch FROM present - w.beat_at)))
      FROM reeve.worker w
      WHERE w.worker_id = place.worker_id AND w.beat_at < present - interval '6 s';
    RETURN;
  END IF;

  IF lane.paused_at IS NOT NULL THEN
    RETURN QUERY SELECT 'paused',
      format('queue %s has been paused since %s', lane.name, to_char(lane.paused_at, stamp));
  END IF;
  IF NOT EXISTS (SELECT FROM reeve.worker w WHERE w.queue_id = lane.queue_id
    AND w.ended_at IS NULL AND w.beat_at > present - interval '12 s') THEN
    RETURN QUERY SELECT 'worker', format('no live worker serves queue %s', lane.name);
  ELSIF NOT reeve.kind_is_known(kind, lane.queue_id) THEN
    RETURN QUERY SELECT 'kind', format('no live worker of queue %s knows kind %s', lane.name, kind);
  END IF;
  IF place.state = 'waiting' THEN
    RETURN QUERY
      SELECT 'after', format('it waits for %s',
        concat_ws(', ', string_agg(format('job %s (%s)', n.needed_id, p.state), ', '
          ORDER BY n.needed_id), nullif(min(n.total) - count(*), 0) || ' more'))
      FROM (
        SELECT a.needed_id, count(*) OVER () AS total FROM reeve.job_after a
        WHERE a.job_id = place.job_id ORDER BY a.needed_id LIMIT 5) n
      JOIN reeve.job_location(ARRAY(SELECT a.needed_id FROM reeve.job_after a
        WHERE a.job_id = place.job_id ORDER BY a.needed_id LIMIT 5)) p ON p.job_id = n.needed_id
      HAVING count(*) > 0;
  END IF;
  IF place.at > present THEN
    RETURN QUERY SELECT 'timer', format('%s %s, in %s',
      CASE WHEN place.state = 'waiting' THEN 'then it is due'
        WHEN place.detail = 'retryable' THEN 'it is retried at'
        WHEN place.detail = 'snoozed' THEN 'its handler snoozed it until'
        ELSE 'it is for' END, to_char(place.at, stamp), date_trunc('second', place.at - present));
  ELSIF place.at IS NOT NULL AND place.state <> 'waiting' THEN
    RETURN QUERY SELECT 'due',
      format('it has been due since %s; a worker will make it available', to_char(place.at, stamp));
  END IF;
  IF place.state = 'available' THEN
    running := (SELECT count(*) FROM reeve.job_run r WHERE r.queue_id = lane.queue_id);
    IF running >= lane.max_running THEN
      RETURN QUERY SELECT 'limit', format('%s of the %s jobs that queue %s allows are running',
        running, lane.max_running, lane.name);
    END IF;
    tokens := (
      SELECT least(lane.burst, b.tokens + lane.rate * extract(epoch FROM present - b.at))
      FROM reeve.queue_bucket b WHERE b.queue_id = lane.queue_id);
    IF lane.rate IS NOT NULL AND tokens < 1 THEN
      RETURN QUERY SELECT 'rate', format('queue %s starts %s jobs per second; the next in %s s',
        lane.name, lane.rate, round(((1 - tokens) / lane.rate)::numeric, 1));
    END IF;
    ahead := (
      SELECT count(*) FROM (
        SELECT FROM reeve.job_ready r
        WHERE r.queue_id = lane.queue_id AND r.priority = place.priority AND r.seq < place.seq
        UNION ALL
        SELECT FROM reeve.job_ready r
        WHERE r.queue_id = lane.queue_id AND r.priority > place.priority LIMIT 10000) a);
    RETURN QUERY SELECT CASE WHEN ahead > 0 THEN 'behind' ELSE 'next' END, CASE
      WHEN ahead >= 10000 THEN format('at least 10000 jobs are ahead of it in queue %s', lane.name)
      WHEN ahead > 1 THEN format('%s jobs are ahead of it in queue %s', ahead, lane.name)
      WHEN ahead = 1 THEN format('one job is ahead of it in queue %s', lane.name)
      ELSE format('it is next in queue %s; %s running', lane.name, running) END;
  END IF;
  IF ended.error IS NOT NULL THEN
    RETURN QUERY SELECT 'error', format('attempt %s of %s ended %s: %s', ended.attempt,
      place.max_attempts, ended.outcome, ended.error);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.job_why(bigint) IS
  'Why a job is not running, or that it is, or how it ended: the reasons, the first obstacle '
  'first. Codes: paused worker kind after timer due limit rate behind next error; running '
  'cancelling silent; dead completed cancelled. RV004 if there is no such job.';

GRANT EXECUTE ON FUNCTION reeve.job_why(bigint) TO reeve_viewer;
