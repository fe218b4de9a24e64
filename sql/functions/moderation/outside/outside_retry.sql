CREATE OR REPLACE FUNCTION reeve.outside_retry(outside bigint, why text) RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  o reeve.outside := (SELECT x FROM reeve.outside x WHERE x.outside_id = outside_retry.outside);
  c reeve.collection := reeve.collection_get(o.collection_id);
  sent jsonb;
  code text;
  message text;
BEGIN
  IF o.outside_id IS NULL THEN
    PERFORM reeve.member_require('viewer');
    RAISE EXCEPTION 'there is no effect O%', outside USING ERRCODE = 'RV004',
      HINT = '`outside` lists them.';
  END IF;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('outside retry', why, 'moderator') r;
  IF code IS NULL THEN
    BEGIN
      -- An undo that comes now waits, or was there first.
      PERFORM FROM reeve.outside x
      WHERE x.collection_id = o.collection_id AND x.key = o.key AND x.effect = o.effect
        OR x.file = o.file
      ORDER BY x.outside_id FOR UPDATE;
      SELECT * INTO STRICT o FROM reeve.outside x WHERE x.outside_id = outside_retry.outside;
      message := CASE
        WHEN o.state NOT IN ('failed', 'pending') THEN format('it is %s', o.state)
        WHEN o.is_erased AND (o.file IS NULL OR o.fields IS NULL)
          THEN 'an erasure has emptied it'
        WHEN reeve.outside_is_overtaken(o) THEN 'what it belongs to has been taken back' END;
      IF message IS NOT NULL THEN
        code := 'state';
      ELSIF o.fields IS NULL THEN
        SELECT r.fields INTO sent
        FROM reeve.app p
        CROSS JOIN LATERAL reeve.catalog_outside(p.manifest) e
        CROSS JOIN LATERAL reeve.app_outside(c, ARRAY[e.effect], ARRAY[e.fields], ARRAY[o.key]) r
        WHERE p.app = c.app AND e.collection = c.name AND e.effect = o.effect;
        IF sent IS NULL THEN
          code := 'state';
          message := 'its row or its entry in the catalog is gone';
        END IF;
      END IF;
    EXCEPTION
      WHEN lock_not_available THEN
        code := 'busy';
        message := 'it is being changed' || reeve.lock_holders('{reeve.outside}')
          || '; try again';
      WHEN SQLSTATE 'RV006' THEN
        code := 'app';
        message := SQLERRM;
    END;
    message := format('O%s is not sent again: %s', outside, message);
  END IF;
  IF code IS NULL THEN
    UPDATE reeve.outside x
    SET state = 'pending', asked_at = clock_timestamp(), due_at = clock_timestamp(),
      ended_at = NULL, fields = coalesce(x.fields, sent),
      attempts = CASE x.state WHEN 'failed' THEN 0 ELSE x.attempts END,
      error = CASE WHEN x.state <> 'failed' THEN x.error END,
      sendings = CASE x.state WHEN 'failed' THEN least(x.sendings + 1, 32767) ELSE x.sendings END
    WHERE x.outside_id = outside_retry.outside;
    PERFORM reeve.outside_call(c.app, ARRAY[o.action_id]);
    message := format('O%s is sent again', outside);
  END IF;
  PERFORM reeve.verb_record('outside.retry', code, 'effect O' || outside, why);
  RETURN reeve.outcome_of(code, message, NULL);
END
$$;

COMMENT ON FUNCTION reeve.outside_retry(bigint, text) IS
  'Sends an effect outside the database again that failed, under another key, or at once one that '
  'waits, for moderators. Refused once the action has been undone or the contrary follows, and '
  'after an erasure. RV004 if there is no such effect.';

GRANT EXECUTE ON FUNCTION reeve.outside_retry(bigint, text) TO reeve_viewer;
