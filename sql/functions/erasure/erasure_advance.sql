CREATE OR REPLACE FUNCTION reeve.erasure_advance(app text, max_rows int) RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  step reeve.job_step;
  actor CONSTANT text := 'system:moderation.erase';
  due reeve.action;
  asked record;
  act reeve.action;
  c reeve.collection;
  e reeve.erasure;
  held text;
  busy text;
  failed text;
  collections int[] := ARRAY(
    SELECT l.collection_id FROM reeve.collection l WHERE l.app = erasure_advance.app);
BEGIN
  step.state := 'completed';
  -- Deleted rows whose window is over.
  FOR due IN
    SELECT a.* FROM reeve.action a
    WHERE a.erase_at <= (SELECT clock_timestamp()) AND a.reversed_by IS NULL
      AND a.erased_by IS NULL AND a.collection_id = ANY (collections)
    ORDER BY a.erase_at
  LOOP
    c := reeve.collection_get(due.collection_id);
    BEGIN
      PERFORM reeve.app_lock(due.collection_id, ARRAY[due.key]);
      PERFORM FROM reeve.action a
      WHERE a.action_id = due.action_id AND a.reversed_by IS NULL AND a.erased_by IS NULL
      FOR NO KEY UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      INSERT INTO reeve.action(verb, collection_id, key, actor, principal, until)
      VALUES ('erase', due.collection_id, due.key, actor, coalesce(due.principal, due.actor),
        'infinity')
      RETURNING * INTO act;
      PERFORM reeve.erase_begin(act, c);
    EXCEPTION WHEN SQLSTATE 'RV900' THEN
      held := SQLERRM;
      step.note := concat_ws('; ', step.note, held);
      -- Reported once, not on every run.
      IF NOT EXISTS (
        SELECT FROM reeve.command m
        WHERE m.collection_id = due.collection_id AND m.key = due.key AND m.kind = 'erase'
          AND m.code = 'held' AND m.action_id = due.action_id)
      THEN
        PERFORM reeve.command_record('erase', actor, coalesce(due.principal, due.actor),
          due.collection_id, due.key, 'held', due.action_id);
      END IF;
      CONTINUE;
    WHEN lock_not_available OR deadlock_detected THEN
      busy := coalesce(busy, format('somebody else has locked rows of %s:%s', c.name, due.key));
      CONTINUE;
    WHEN OTHERS THEN
      failed := coalesce(failed, format('%s:%s: %s', c.name, due.key, SQLERRM));
      CONTINUE;
    END;
    PERFORM reeve.command_record(
      'erase', actor, act.principal, due.collection_id, due.key, NULL, act.action_id);
    step.state := 'running';
    step.note := format('A%s erased what A%s deleted', act.action_id, due.action_id);
    RETURN step;
  END LOOP;
  FOR e IN
    SELECT o.* FROM reeve.erasure o JOIN reeve.action a USING (action_id)
    WHERE o.done_at IS NULL AND a.collection_id = ANY (collections)
    ORDER BY o.action_id FOR NO KEY UPDATE OF o SKIP LOCKED
  LOOP
    SELECT a.* INTO act FROM reeve.action a WHERE a.action_id = e.action_id;
    c := reeve.collection_get(act.collection_id);
    PERFORM reeve.turn_take('hold ' || c.app, TRUE);
    held := (
      SELECT reeve.hold_refusal(c.app, array_agg(r.collection_id), array_agg(r.key))
      FROM reeve.erasure_row r WHERE r.action_id = e.action_id);
    IF held IS NOT NULL THEN
      -- It continues when the hold ends.
      step.note := concat_ws('; ', step.note, held);
      CONTINUE;
    ELSIF EXISTS (SELECT FROM reeve.erasure_row r WHERE r.action_id = e.action_id) THEN
      BEGIN
        PERFORM reeve.erase_step(e.action_id, max_rows);
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        busy := coalesce(busy, format('somebody else has locked rows of %s:%s', c.name, act.key));
        CONTINUE;
      WHEN OTHERS THEN
        failed := coalesce(failed, format('%s:%s: %s', c.name, act.key, SQLERRM));
        CONTINUE;
      END;
      PERFORM reeve.command_record('erase.step', actor, coalesce(act.principal, act.actor),
        act.collection_id, act.key, NULL, act.action_id);
    ELSIF NOT e.is_again AND reeve.transactions_ended(e.horizon) THEN
      BEGIN
        PERFORM reeve.erase_collect(act);
      EXCEPTION WHEN OTHERS THEN
        failed := coalesce(failed, format('%s:%s: %s', c.name, act.key, SQLERRM));
        CONTINUE;
      END;
      UPDATE reeve.erasure o SET is_again = TRUE WHERE o.action_id = e.action_id;
    ELSIF NOT e.is_again OR EXISTS (
      SELECT FROM reeve.outbox o WHERE o.action_id = e.action_id AND o.state = 'queued')
    THEN
      step.state := 'scheduled';
      step.wait := '2 s';
      CONTINUE;
    ELSE
      -- Its notices to others named what it erased.
      UPDATE reeve.outbox o SET arguments = '{}', error = NULL WHERE o.action_id = e.action_id;
      PERFORM reeve.inbox_recall();
      UPDATE reeve.erasure o SET done_at = clock_timestamp() WHERE o.action_id = e.action_id;
      PERFORM reeve.command_record(
        'erase.done', actor, coalesce(act.principal, act.actor), act.collection_id, act.key,
        NULL, act.action_id);
      PERFORM reeve.request_close(
        act.collection_id, act.key, 'erasure', actor, coalesce(act.principal, act.actor));
      step.note := (
        SELECT format('A%s is done; removals of objects outside that wait: %s', act.action_id,
          count(*))
        FROM reeve.outside o
        WHERE o.action_id = act.action_id AND o.sends = 'files.remove'
          AND o.state NOT IN ('confirmed', 'withdrawn')
        HAVING count(*) > 0);
    END IF;
    step.state := 'running';
    RETURN step;
  END LOOP;
  -- People who asked for it in the app. An erased person is not erased again this way.
  FOR asked IN
    SELECT l.collection_id, k.key
    FROM reeve.collection l
    -- Rows that were erased or are held may match for ever: a hundred others are read besides.
    CROSS JOIN LATERAL reeve.app_asked(l, 100
      + (SELECT count(*)::int FROM reeve.erasure o JOIN reeve.action a USING (action_id)
        WHERE a.collection_id = l.collection_id)
      + (SELECT count(*)::int FROM reeve.hold_cover(l.app) h
        WHERE h.collection_id = l.collection_id)) k(key)
    WHERE l.collection_id = ANY (collections) AND l.is_live AND l.erase ? 'asked'
      AND NOT EXISTS (
        SELECT FROM reeve.action a
        WHERE a.collection_id = l.collection_id AND a.key = k.key AND a.verb = 'erase'
          AND a.actor = 'system:moderation.erase')
    ORDER BY l.collection_id, k.key
  LOOP
    c := reeve.collection_get(asked.collection_id);
    BEGIN
      PERFORM reeve.app_lock(c.collection_id, ARRAY[asked.key]);
      CONTINUE WHEN EXISTS (
        SELECT FROM reeve.action a
        WHERE a.collection_id = asked.collection_id AND a.key = asked.key AND a.verb = 'erase'
          AND a.actor = 'system:moderation.erase');
      -- They may have taken it back while we waited for the row.
      CONTINUE WHEN NOT EXISTS (SELECT FROM reeve.app_asked(c, 1, ARRAY[asked.key]));
      INSERT INTO reeve.action(verb, collection_id, key, actor, until)
      VALUES ('erase', c.collection_id, asked.key, actor, 'infinity')
      RETURNING * INTO act;
      PERFORM reeve.erase_begin(act, c);
    EXCEPTION WHEN SQLSTATE 'RV900' THEN
      step.note := concat_ws('; ', step.note, SQLERRM);
      CONTINUE;
    WHEN lock_not_available OR deadlock_detected THEN
      busy := coalesce(busy, format('somebody else has locked rows of %s:%s', c.name, asked.key));
      CONTINUE;
    WHEN OTHERS THEN
      failed := coalesce(failed, format('%s:%s: %s', c.name, asked.key, SQLERRM));
      CONTINUE;
    END;
    PERFORM reeve.command_record(
      'erase', actor, NULL, c.collection_id, asked.key, NULL, act.action_id);
    step.state := 'running';
    step.note := format('A%s erased %s:%s, as asked in the app', act.action_id, c.name, asked.key);
    RETURN step;
  END LOOP;
  IF failed IS NOT NULL THEN
    -- Tried again, once nothing else is left.
    step.state := 'retryable';
    step.note := concat_ws('; ', step.note, failed);
  ELSIF busy IS NOT NULL THEN
    step.state := 'scheduled';
    step.wait := coalesce(step.wait, '1 minute');
    step.note := concat_ws('; ', step.note, busy);
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.erasure_advance(text, int) IS
  'The next step of the erasures of an app: deleted rows that are due, the next rows of a large '
  'erasure, its second pass, or people who asked for it in the app. Scheduled while it waits for '
  'a transaction or a notice; a row that somebody has locked for longer than lock_timeout holds up '
  'no other erasure, nor does one that fails: retryable, once there is nothing else to do. The '
  'note says what was erased, what is to be removed outside yet, or what is in the way.';
