CREATE OR REPLACE FUNCTION reeve.term_remind_step(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  step reeve.job_step;
  at timestamptz := clock_timestamp();
  t reeve.term := (
    SELECT x FROM reeve.term x
    WHERE x.app = job.app AND x.kind = job.args ->> 'kind' AND x.is_live);
  v reeve.term_version := reeve.term_in_force(t.app, t.kind, at);
  page record;
  act reeve.action;
  fresh text[];
BEGIN
  step.done := coalesce(progress.done, 0);
  IF v.term_id IS NULL THEN
    step.state := 'cancelled';
    step.note := 'no version of these terms is in force';
    RETURN step;
  ELSIF NOT reeve.rank_suffices(reeve.member_rank_of(job.principal), 'senior') THEN
    step.state := 'discarded';
    step.note := format('%s is no senior', job.principal);
    RETURN step;
  END IF;
  SELECT * INTO page FROM reeve.term_page(v, t, progress.checkpoint ->> 'after', max_rows);
  fresh := ARRAY(
    SELECT k.key
    FROM unnest(page.pending) k(key)
    JOIN reeve.app_recipients(t.collection_id, page.pending) h ON h.key = k.key
    WHERE NOT EXISTS (
        SELECT FROM reeve.term_reminder r WHERE r.term_id = v.term_id AND r.key = k.key)
      AND NOT EXISTS (
        SELECT FROM reeve.subject s
        WHERE s.collection_id = t.collection_id AND s.key = k.key AND s.hidden_until > at));
  IF fresh <> '{}' THEN
    INSERT INTO reeve.action(verb, collection_id, actor, principal, term_id)
    VALUES ('remind', t.collection_id, 'system:terms.remind', job.principal, v.term_id)
    RETURNING * INTO act;
    INSERT INTO reeve.term_reminder(term_id, key, action_id)
    SELECT v.term_id, k.key, act.action_id FROM unnest(fresh) k(key);
    INSERT INTO reeve.outbox(
      action_id, collection_id, key, about, template, locale, zone, arguments, due_at, act)
    SELECT act.action_id, t.collection_id, h.key, c.name || ':' || h.key, 'terms-reminder',
      h.locale, h.zone, reeve.term_arguments(t, v, coalesce(n.label, h.key)),
      at + interval '60 seconds', 'A' || act.action_id
    FROM reeve.app_recipients(t.collection_id, fresh) h
    JOIN reeve.collection c ON c.collection_id = t.collection_id
    LEFT JOIN reeve.app_find(t.collection_id, '', fresh, cardinality(fresh)) n ON n.key = h.key;
    PERFORM reeve.command_record('remind', act.actor, act.principal, t.collection_id, NULL, NULL,
      act.action_id);
    PERFORM reeve.outbox_follow(ARRAY[act.action_id]);
    step.done := step.done + cardinality(fresh);
  END IF;
  step.checkpoint := jsonb_build_object('after', page.last);
  step.state := CASE WHEN page.seen > 0 THEN 'running' ELSE 'completed' END;
  IF page.seen = 0 THEN
    step.note := format('reminded %s of version %s', step.done, v.version);
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.term_remind_step(reeve.job, reeve.job_progress, int) IS
  'Step of the kind terms.remind: queues reminders to those of the next max_rows people who have '
  'not accepted the version in force, as one command, with the rights that its asker has now. '
  'Nobody is reminded twice of one version, and nobody who is banned or hidden.';
