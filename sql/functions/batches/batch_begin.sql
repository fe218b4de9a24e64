CREATE OR REPLACE FUNCTION reeve.batch_begin(b reeve.batch) RETURNS reeve.batch
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  app_name text := (
    SELECT c.app FROM reeve.collection c WHERE c.collection_id = b.collection_id);
BEGIN
  INSERT INTO reeve.batch(
    verb, collection_id, selection_id, reverses, args, ceiling, subjects, asked_by, approval_id)
  SELECT b.verb, b.collection_id, b.selection_id, b.reverses, coalesce(b.args, '{}'),
    reeve.batch_ceiling(b.ceiling), b.subjects, b.asked_by, b.approval_id
  RETURNING * INTO b;
  IF b.subjects <= 500 THEN
    LOOP
      b := reeve.batch_step(b, login, nullif(b.asked_by, login));
      EXIT WHEN b.ended_at IS NOT NULL;
    END LOOP;
  ELSE
    UPDATE reeve.batch l SET job_id = (reeve.job_put(ARRAY[jsonb_build_object(
      'kind', 'moderation.batch', 'app', app_name, 'collection_id', b.collection_id,
      'args', jsonb_build_object('batch_id', b.batch_id))], b.asked_by))[1]
    WHERE l.batch_id = b.batch_id RETURNING l.* INTO b;
    PERFORM reeve.command_record(b.verb, login, nullif(b.asked_by, login),
      b.collection_id, batch_id => b.batch_id);
  END IF;
  RETURN b;
END
$$;

COMMENT ON FUNCTION reeve.batch_begin(reeve.batch) IS
  'Begins a batch: up to 500 subjects are handled here and now, more by a job. Reads from b the '
  'verb, the number of subjects and the principal.';
