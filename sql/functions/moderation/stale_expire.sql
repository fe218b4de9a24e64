CREATE OR REPLACE FUNCTION reeve.stale_expire(
  job_id bigint, lease int, app text, collection text, max_rows int)
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  at timestamptz := clock_timestamp();
  act reeve.action;
  r reeve.rule;
  ended int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE l.app = c.app AND l.verb = 'expire' AND l.collection_id = c.collection_id AND l.is_live
    ORDER BY l.seq
  LOOP
    EXIT WHEN ended >= max_rows;
    CONTINUE WHEN NOT EXISTS (
      SELECT FROM reeve.hand_select(r.rule_id, NULL, at, NULL, NULL, 'any', 1));
    IF act.action_id IS NULL THEN
      INSERT INTO reeve.action(verb, collection_id, actor, principal)
      VALUES ('expire', c.collection_id, 'system:collection.expire', reeve.job_principal(job_id))
      RETURNING * INTO act;
    END IF;
    ended := ended + reeve.rule_write(
      r, act, reeve.rule_take(r, act, NULL, at, 'skip', max_rows - ended));
  END LOOP;
  IF ended > 0 THEN
    PERFORM reeve.effect_assert(ARRAY[act.action_id]);
    PERFORM reeve.command_record('expire', act.actor, act.principal, c.collection_id, NULL, NULL,
      act.action_id);
    PERFORM reeve.outbox_follow(ARRAY[act.action_id]);
  ELSIF act.action_id IS NOT NULL THEN
    DELETE FROM reeve.action a WHERE a.action_id = act.action_id;
  END IF;
  RETURN ended;
END
$$;

COMMENT ON FUNCTION reeve.stale_expire(bigint, int, text, text, int) IS
  'Ends at most max_rows stale rows of a collection as its catalog says, both sides told, as one '
  'command; rows that somebody else has locked are left. Returns how many; 0 = none left, or the '
  'lease is stale.';

GRANT EXECUTE ON FUNCTION reeve.stale_expire(bigint, int, text, text, int) TO reeve_worker;
