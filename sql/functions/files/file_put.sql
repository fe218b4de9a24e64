CREATE OR REPLACE FUNCTION reeve.file_put(app text, touched reeve.file_touched[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- One for each object, of an erased row before others, in the order of bucket and name.
  named reeve.file_touched[];
  files bytea[];
  acts text[];
  told jsonb;
BEGIN
  IF coalesce(cardinality(touched), 0) = 0 THEN
    RETURN '{}';
  END IF;
  SELECT array_agg((n.action_id, n.collection_id, n.key, n.bucket, n.object, n.goes,
      n.is_erased)::reeve.file_touched ORDER BY n.bucket, n.object)
  INTO named
  FROM (
    SELECT DISTINCT ON (t.bucket, t.object) t.*,
      bool_or(t.is_final) OVER (PARTITION BY t.bucket, t.object) AS goes
    FROM unnest(touched) t
    ORDER BY t.bucket, t.object, t.is_erased DESC, t.action_id, t.collection_id, t.key) n;
  files := ARRAY(
    SELECT sha256(convert_to(jsonb_build_array(app, n.bucket, n.object)::text, 'UTF8'))
    FROM unnest(named) n);
  -- Of two that hide the last two rows of one object, the later one sees what the earlier did. One
  -- turn for each object would be a row for each; these are at most 4096.
  PERFORM reeve.turns_take(ARRAY(
    SELECT format('file %s %s', app, get_byte(f, 0) << 4 | get_byte(f, 1) >> 4)
    FROM unnest(files) f));
  -- A worker that has just taken one of them is waited for.
  PERFORM FROM reeve.outside o WHERE o.file = ANY (files) ORDER BY o.outside_id FOR UPDATE;
  BEGIN
    SELECT array_agg(w.file ORDER BY w.bucket, w.object),
      array_agg(w.wanted ORDER BY w.bucket, w.object)
    INTO files, acts
    FROM reeve.file_wanted(app, ARRAY(SELECT n.bucket FROM unnest(named) n),
      ARRAY(SELECT n.object FROM unnest(named) n), ARRAY(SELECT n.is_final FROM unnest(named) n)) w;
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    INSERT INTO reeve.outside(action_id, collection_id, key, effect, sends, state, ended_at, error,
      fields, file, is_erased)
    SELECT u.action_id, u.collection_id, u.key, 'files.state',
      CASE WHEN u.is_final THEN 'files.remove' ELSE 'files.withdraw' END, 'failed',
      clock_timestamp(), left(SQLERRM, 1000),
      jsonb_build_object('bucket', u.bucket, 'name', u.object), u.file, u.is_erased
    FROM unnest(files, named) u(file, action_id, collection_id, key, bucket, object, is_final,
      is_erased);
    RETURN '{}';
  END;
  UPDATE reeve.outside o SET state = 'withdrawn', ended_at = clock_timestamp(),
    fields = CASE WHEN NOT o.is_erased THEN o.fields END
  WHERE o.outside_id = ANY (ARRAY(
    SELECT p.outside_id
    FROM unnest(files, acts) w(file, wanted)
    -- Object by object, and not by the index of all that wait, of which there may be thousands.
    CROSS JOIN LATERAL (
      SELECT u.outside_id FROM reeve.outside u
      WHERE u.file = w.file AND u.state || '' = 'pending' AND u.sends <> w.wanted OFFSET 0) p));
  -- Side by side, not joined: arrays are planned for a few elements.
  WITH wanted AS MATERIALIZED (
    SELECT w.*
    FROM unnest(files, acts, reeve.file_present(files), named) w(file, wanted, present, action_id,
      collection_id, key, bucket, object, is_final, is_erased)),
  forgotten AS (
    UPDATE reeve.outside o SET is_erased = TRUE,
      fields = CASE WHEN o.state IN ('pending', 'sent') THEN o.fields END
    FROM wanted w
    WHERE w.wanted = 'files.remove' AND o.file = w.file AND w.is_erased),
  put AS (
    INSERT INTO reeve.outside(action_id, collection_id, key, effect, sends, is_inverse, fields,
      file, is_erased)
    SELECT w.action_id, w.collection_id, w.key, 'files.state', w.wanted,
      w.wanted = 'files.restore', jsonb_build_object('bucket', w.bucket, 'name', w.object), w.file,
      w.is_erased
    FROM wanted w
    -- What was removed does not come back.
    WHERE w.wanted <> w.present AND w.present <> 'files.remove'
    ORDER BY w.action_id, w.bucket, w.object
    RETURNING sends)
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'withdraw', nullif(count(*) FILTER (WHERE p.sends = 'files.withdraw'), 0),
    'restore', nullif(count(*) FILTER (WHERE p.sends = 'files.restore'), 0),
    'remove', nullif(count(*) FILTER (WHERE p.sends = 'files.remove'), 0),
    'kept', (SELECT nullif(count(*), 0) FROM wanted w
      WHERE w.wanted = 'files.restore' AND w.present = 'files.restore')))
  INTO told FROM put p;
  IF told ?| '{withdraw,restore,remove}' THEN
    PERFORM reeve.job_put(ARRAY[jsonb_build_object('kind', 'outside.deliver', 'app',
      file_put.app)], NULL);
  END IF;
  RETURN told;
END
$$;

COMMENT ON FUNCTION reeve.file_put(text, reeve.file_touched[]) IS
  'Queues what changes mean for the objects in buckets that file_note noted before them: '
  'withdrawal of those that no row in sight names any more, removal of those that no row names, '
  'return of those that one in sight names again. Returns how many of each, and of how many '
  'nothing changes because a row in sight names them (kept). Where the rows cannot be read, the '
  'effects have failed from the start.';
