CREATE OR REPLACE FUNCTION reeve.batch_undo_refusal(batch_id bigint, who text) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT jsonb_build_object('code', p.code, 'message', p.message)
  FROM (SELECT batch_undo_refusal.batch_id AS wanted) w
  LEFT JOIN reeve.batch b ON b.batch_id = w.wanted
  LEFT JOIN reeve.collection c ON c.collection_id = b.collection_id
  CROSS JOIN LATERAL reeve.action_barred(
    who, c, reeve.action_declared(c, b.verb, b.args), 'undo', NULL) r
  CROSS JOIN LATERAL reeve.batch_left(b.batch_id) o(ids)
  CROSS JOIN LATERAL reeve.action_is_final(o.ids) f(ids)
  CROSS JOIN LATERAL (VALUES
    (1, 'rank', r.message, r.code IS NOT NULL),
    (2, 'notfound', format('there is no batch B%s', w.wanted), b.batch_id IS NULL),
    (3, 'state', format('B%s is itself an undo; repeat the action instead', w.wanted),
      b.reverses IS NOT NULL),
    (4, 'state', format('B%s is still running: `jobs cancel %s` stops it', w.wanted, b.job_id),
      b.ended_at IS NULL AND EXISTS (
        SELECT FROM reeve.job_location(ARRAY[b.job_id]) j
        WHERE j.state NOT IN ('completed', 'cancelled', 'discarded'))),
    (5, 'state', (SELECT format('B%s is undoing it', u.batch_id) FROM reeve.batch u
        WHERE u.reverses = b.batch_id AND u.ended_at IS NULL LIMIT 1), EXISTS (
      SELECT FROM reeve.batch u
      CROSS JOIN LATERAL reeve.job_location(ARRAY[u.job_id]) j
      WHERE u.reverses = b.batch_id AND u.ended_at IS NULL
        AND j.state NOT IN ('completed', 'cancelled', 'discarded'))),
    (7, 'final', format('nothing that B%s changed can be restored', w.wanted), NOT EXISTS (
      SELECT FROM reeve.action a
      WHERE a.action_id = ANY (o.ids) AND a.erased_by IS NULL
        AND (a.erase_at <= clock_timestamp()) IS NOT TRUE
        AND a.action_id <> ALL (f.ids))),
    (6, 'undone', format('B%s was already undone, or changed nothing', w.wanted), o.ids = '{}')
    ) p(place, code, message, is_so)
  WHERE p.is_so
  ORDER BY p.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.batch_undo_refusal(bigint, text) IS
  'Why a login cannot undo a batch now (code, message); NULL if it can.';
