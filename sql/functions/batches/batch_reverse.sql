CREATE OR REPLACE FUNCTION reeve.batch_reverse(
  b reeve.batch, action_ids bigint[], actor text, principal text,
  OUT totals jsonb, OUT changed int, OUT refusals jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  c reeve.collection;
  undone record;
  barred record;
  k reeve.action_kind;
  locked record;
  patience constant text := current_setting('lock_timeout');
  able bigint[];
  detail jsonb;
  final constant bigint[] := reeve.action_is_final(action_ids);
BEGIN
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = b.collection_id;
  SELECT o.verb, o.args INTO undone FROM reeve.batch o WHERE o.batch_id = b.reverses;
  k := reeve.action_declared(c, undone.verb, undone.args);
  SELECT * INTO barred FROM reeve.action_barred(b.asked_by, c, k, 'undo', NULL);
  IF barred.code IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'RV900', MESSAGE = barred.message;
  END IF;
  locked := reeve.batch_lock(b, ARRAY(
    SELECT a.key FROM reeve.action a WHERE a.action_id = ANY (action_ids)));
  SELECT array_agg(x.action_id) FILTER (WHERE x.code IS NULL), coalesce(jsonb_agg(
    jsonb_build_object('key', x.key, 'code', x.code, 'message', x.message))
    FILTER (WHERE x.code IS NOT NULL AND x.code <> 'undone'), '[]')
  INTO able, refusals
  FROM (
    SELECT a.action_id, a.key, r.code, r.message
    FROM (
      SELECT l.* FROM reeve.action l WHERE l.action_id = ANY (action_ids)
      ORDER BY l.action_id FOR NO KEY UPDATE) a
    LEFT JOIN (
      SELECT u.key, u.code FROM reeve.batch_barred(ARRAY[b.asked_by], c, k, 'undo', ARRAY(
          SELECT l.key FROM reeve.action l WHERE l.action_id = ANY (action_ids)
            AND EXISTS (SELECT FROM reeve.member_subject)), NULL, NULL, NULL, FALSE) u
      WHERE u.code = 'self') m ON m.key = a.key
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.reversed_by IS NOT NULL AND NOT EXISTS (
            SELECT FROM reeve.unrestored u WHERE u.action_id = a.action_id) THEN 'undone'
          WHEN a.erased_by IS NOT NULL OR a.erase_at <= clock_timestamp() THEN 'final'
          WHEN m.key IS NOT NULL THEN 'self'
          WHEN a.action_id = ANY (final) THEN 'final'
          WHEN a.key = ANY (locked.busy) THEN 'busy' END,
        CASE WHEN a.erased_by IS NOT NULL OR a.erase_at <= clock_timestamp()
          THEN format('the time to undo A%s is over', a.action_id)
          WHEN m.key IS NOT NULL THEN format(
            'A%s is on %s, or theirs: nobody acts on themselves', a.action_id, b.asked_by)
          WHEN a.action_id = ANY (final)
            THEN format('nothing that A%s changed can be restored', a.action_id)
          ELSE 'somebody else is changing it' END
      ) r(code, message)) x;
  totals := b.totals;
  changed := coalesce(cardinality(able), 0);
  IF changed = 0 THEN
    RETURN;
  END IF;
  PERFORM set_config('lock_timeout', locked.patience, TRUE);
  detail := reeve.action_reverse(able, 'undo', actor, principal, b.args ->> 'why', b.batch_id);
  PERFORM set_config('lock_timeout', patience, TRUE);
  refusals := refusals || coalesce((
    SELECT jsonb_agg(jsonb_build_object('key', a.key, 'code', 'lost', 'message',
      format('%s %s:%s: %s', x.rows, x.collection, x.key, x.why)))
    FROM (
      SELECT (l ->> 'of')::bigint AS action_id, count(*) AS rows,
        min(l ->> 'collection') AS collection, min(l ->> 'key') AS key, l ->> 'why' AS why
      FROM jsonb_array_elements(detail -> 'lost') l GROUP BY 1, 5) x
    JOIN reeve.action a USING (action_id)), '[]');
  totals := totals || jsonb_build_object(
    'effects', (
      SELECT coalesce(jsonb_agg(
        e.body || jsonb_build_object('rows', e.rows) ORDER BY e.place), '[]')
      FROM (
        SELECT u.body ->> 'rule', min(u.place) AS place, sum((u.body ->> 'rows')::int) AS rows,
          (array_agg(u.body))[1] AS body
        FROM jsonb_array_elements((totals -> 'effects') || (detail -> 'effects'))
          WITH ORDINALITY u(body, place) GROUP BY 1) e),
    'withdrawn', coalesce((totals ->> 'withdrawn')::int, 0) + (detail ->> 'withdrawn')::int,
    'corrections', coalesce((totals ->> 'corrections')::int, 0)
      + (detail ->> 'corrections')::int);
  IF (detail ->> 'corrections')::int > 0 THEN
    PERFORM reeve.job_put(ARRAY[jsonb_build_object('kind', 'notify.deliver', 'app', c.app,
      'collection_id', c.collection_id, 'delay', '60 seconds')], b.asked_by);
  END IF;
  PERFORM reeve.command_record('undo', actor, principal, c.collection_id,
    batch_id => b.batch_id,
    detail => jsonb_build_object('from', b.seen + 1, 'upto', b.seen + cardinality(action_ids),
      'refused', jsonb_array_length(refusals),
      'actions', detail -> 'made'));
END
$$;

COMMENT ON FUNCTION reeve.batch_reverse(reeve.batch, bigint[], text, text) IS
  'Undoes these actions of the batch that b undoes, set-based, with one record of all. Returns '
  'the subjects that cannot be undone, or were restored only in part, with the reason. RV900: '
  'the rank is gone and nothing was done.';
