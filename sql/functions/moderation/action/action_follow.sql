CREATE OR REPLACE FUNCTION reeve.action_follow(act reeve.action) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  jobs jsonb[] := ARRAY(
    SELECT jsonb_build_object('kind', j.kind,
      'args', jsonb_build_object('action_id', act.action_id), 'due_at', j.due_at, 'app', c.app,
      'collection_id', act.collection_id, 'subject_key', act.key)
    FROM reeve.collection c
    CROSS JOIN LATERAL (
      VALUES ('moderation.sweep', NULL, EXISTS (
          SELECT FROM reeve.rule r
          WHERE r.app = c.app AND r.verb = act.verb AND r.collection_id = c.collection_id
            AND r.is_live AND NOT r.is_own)),
        ('moderation.lift', act.until, act.until < 'infinity'),
        ('moderation.erase', act.erase_at, act.erase_at IS NOT NULL
          OR EXISTS (SELECT FROM reeve.erasure e WHERE e.action_id = act.action_id)),
        ('notify.deliver', clock_timestamp() + interval '60 seconds', EXISTS (
          SELECT FROM reeve.outbox o WHERE o.action_id = act.action_id AND o.state = 'queued'))
      ) j(kind, due_at, is_owed)
    WHERE c.collection_id = act.collection_id AND j.is_owed);
BEGIN
  IF jobs <> '{}' THEN
    PERFORM reeve.job_put(jobs, session_user);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.action_follow(reeve.action) IS
  'Enqueues the jobs that follow an action: the sweep of rows just being added, if it is not of '
  'the subject alone, its end, the erasure, its notices.';
