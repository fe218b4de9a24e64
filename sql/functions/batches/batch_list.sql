CREATE OR REPLACE FUNCTION reeve.batch_list(max_rows int, only_id bigint DEFAULT NULL)
RETURNS TABLE(
  batch_id bigint, verb text, app text, collection text, selection text, reverses bigint,
  state text, subjects int, seen int, changed int, refused bigint, lost bigint, halted text,
  policy text, why text, asked_by text, approval_id bigint, job_id bigint, begun_at timestamptz,
  ended_at timestamptz, undone_by bigint, effects jsonb, who text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT b.batch_id, b.verb, c.app, c.name, s.owner || '/' || s.name, b.reverses,
      CASE WHEN b.halted IS NOT NULL THEN 'halted' WHEN b.ended_at IS NOT NULL THEN 'done'
        ELSE coalesce((SELECT p.state FROM reeve.job_location(ARRAY[b.job_id]) p), 'lost') END,
      b.subjects, b.seen, b.changed, (d.body ->> 'refused')::bigint, (d.body ->> 'lost')::bigint,
      b.halted, b.args ->> 'policy', b.args ->> 'why', b.asked_by, b.approval_id, b.job_id,
      b.begun_at, b.ended_at,
      (SELECT max(u.batch_id) FROM reeve.batch u WHERE u.reverses = b.batch_id),
      b.totals -> 'effects',
      reeve.actor_text(coalesce((SELECT a.decided_by FROM reeve.approval a
        WHERE a.approval_id = b.approval_id), b.asked_by), b.asked_by)
    FROM reeve.batch b
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN reeve.selection s USING (selection_id)
    CROSS JOIN LATERAL reeve.batch_detail(b) d(body)
    WHERE only_id IS NULL OR b.batch_id = only_id
    ORDER BY b.batch_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.batch_list(int, bigint) IS
  'Batches, newest first, or one: progress, how many were left, and the state (done, halted, or '
  'that of its job). NULL: selection, reverses, halted, policy, why, approval_id, job_id, '
  'ended_at, undone_by, effects.';

GRANT EXECUTE ON FUNCTION reeve.batch_list(int, bigint) TO reeve_viewer;
