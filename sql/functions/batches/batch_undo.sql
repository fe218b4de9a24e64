CREATE OR REPLACE FUNCTION reeve.batch_undo(
  batch_id bigint, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  original reeve.batch;
  b reeve.batch;
  problem jsonb;
  code text;
  message text;
  detail jsonb;
BEGIN
  BEGIN
    SELECT l.* INTO original FROM reeve.batch l WHERE l.batch_id = batch_undo.batch_id;
    problem := reeve.batch_undo_refusal(batch_undo.batch_id, login);
    IF problem IS NULL THEN
      SELECT l.* INTO original FROM reeve.batch l
      WHERE l.batch_id = batch_undo.batch_id FOR NO KEY UPDATE;
      problem := reeve.batch_undo_refusal(batch_undo.batch_id, login);
    END IF;
  EXCEPTION WHEN lock_not_available THEN
    problem := jsonb_build_object('code', 'busy', 'message',
      format('B%s is running%s; try again', batch_undo.batch_id,
        reeve.lock_holders('{reeve.batch}')));
  END;
  IF problem IS NULL AND char_length(btrim(why)) > 2000 THEN
    problem := '{"code": "argument", "message": "the reason is longer than 2000 characters"}';
  END IF;
  IF problem IS NOT NULL THEN
    code := problem ->> 'code';
    message := problem ->> 'message';
    detail := '{}';
    PERFORM reeve.command_record('undo', session_user, NULL, original.collection_id,
      code => code, batch_id => original.batch_id);
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  b.verb := 'undo';
  b.collection_id := original.collection_id;
  b.reverses := original.batch_id;
  b.args := jsonb_strip_nulls(jsonb_build_object('why', nullif(btrim(why), '')));
  b.ceiling := '{}';
  b.asked_by := session_user;
  b.subjects := cardinality(reeve.batch_left(original.batch_id));
  b := reeve.batch_begin(b);
  message := 'B' || b.batch_id;
  detail := reeve.batch_detail(b);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.batch_undo(bigint, text) IS
  'Undoes a batch, newest actions first, as a batch of its own: up to 500 in the caller''s '
  'transaction, more by a job. Tries again what an earlier undo of it could not restore. Actions '
  'that a later one depends on, or that cannot be restored, are left and named. A refusal is '
  'returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.batch_undo(bigint, text) TO reeve_viewer;
