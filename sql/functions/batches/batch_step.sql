CREATE OR REPLACE FUNCTION reeve.batch_step(b reeve.batch, actor text, principal text)
RETURNS reeve.batch
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  size int := b.stride;
  keys text[];
  ids bigint[];
  step record;
  trouble text;
  detail text;
  is_busy boolean;
BEGIN
  LOOP
    b.halted := NULL;
    IF b.reverses IS NULL THEN
      keys := (SELECT s.keys[b.seen + 1 : b.seen + size] FROM reeve.selection s
        WHERE s.selection_id = b.selection_id);
    ELSE
      ids := reeve.batch_left(b.reverses, b.cursor, size);
      keys := ARRAY(
        SELECT a.key FROM reeve.action a
        WHERE a.action_id = ANY (ids) ORDER BY a.action_id DESC);
    END IF;
    IF coalesce(cardinality(keys), 0) = 0 THEN
      b.subjects := b.seen;
      EXIT;
    END IF;
    BEGIN
      IF b.reverses IS NULL THEN
        SELECT * INTO step FROM reeve.batch_execute(b, keys, actor, principal);
      ELSE
        SELECT * INTO step FROM reeve.batch_reverse(b, ids, actor, principal);
      END IF;
      EXIT;
    EXCEPTION
      WHEN SQLSTATE 'RV900' THEN
        b.halted := SQLERRM;
        EXIT;
      WHEN SQLSTATE 'RV001' OR SQLSTATE 'RV002' OR SQLSTATE 'RV003' OR SQLSTATE 'RV005' THEN
        RAISE;
      WHEN lock_not_available OR deadlock_detected THEN
        is_busy := TRUE;
        trouble := 'somebody else is changing it or its dependent rows';
      WHEN OTHERS THEN
        -- The app's message may quote what somebody wrote; the names of its functions do not.
        is_busy := FALSE;
        GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
        trouble := format('the app refuses it (%s)', SQLSTATE) || CASE
          WHEN SQLSTATE = 'RV006' AND detail <> '' THEN ': ' || rtrim(detail, '.') ELSE '' END;
    END;
    IF size = 1 THEN
      SELECT b.totals AS totals, 0 AS changed, jsonb_build_array(jsonb_build_object(
        'key', keys[1], 'code', CASE WHEN is_busy THEN 'busy' ELSE 'failed' END,
        'message', trouble)) AS refusals
      INTO step;
      EXIT;
    END IF;
    -- One subject is in the way: try fewer at a time, until it is the only one.
    size := greatest(size / 8, 1);
  END LOOP;
  IF b.halted IS NULL AND cardinality(keys) > 0 THEN
    INSERT INTO reeve.batch_refusal(batch_id, place, key, code, message)
    SELECT b.batch_id, coalesce((SELECT max(o.place) FROM reeve.batch_refusal o
        WHERE o.batch_id = b.batch_id), 0) + x.place, x.body ->> 'key', x.body ->> 'code',
      x.body ->> 'message'
    FROM jsonb_array_elements(step.refusals) WITH ORDINALITY x(body, place);
    b.seen := b.seen + cardinality(keys);
    b.changed := b.changed + step.changed;
    b.totals := step.totals;
    b.cursor := ids[cardinality(ids)];
    b.stride := least(500, size * CASE WHEN trouble IS NULL THEN 8 ELSE 1 END);
  END IF;
  -- A job may continue later, once the cause is settled and the job is retried.
  IF b.seen >= b.subjects OR b.halted IS NOT NULL AND b.job_id IS NULL THEN
    b.ended_at := clock_timestamp();
  END IF;
  UPDATE reeve.batch l SET subjects = b.subjects, seen = b.seen, changed = b.changed,
    totals = b.totals, cursor = b.cursor, ended_at = b.ended_at, halted = b.halted,
    stride = b.stride
  WHERE l.batch_id = b.batch_id;
  RETURN b;
END
$$;

COMMENT ON FUNCTION reeve.batch_step(reeve.batch, text, text) IS
  'Handles up to 500 more subjects of a batch, whose row the caller has locked, and notes its '
  'progress. A subject that is locked for long, or that the app refuses, is found by trying fewer '
  'at a time and left out with the reason; a batch that may not continue halts, with the reason.';
