CREATE OR REPLACE FUNCTION reeve.batch_detail(b reeve.batch) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT b.totals || jsonb_build_object('batch_id', b.batch_id, 'job_id', b.job_id,
    'subjects', b.subjects, 'seen', b.seen, 'changed', b.changed, 'halted', b.halted,
    'is_over', b.ended_at IS NOT NULL,
    'kept', CASE WHEN b.reverses IS NOT NULL THEN reeve.plan_kept(b.totals -> 'effects') END,
    'refused', (SELECT count(*) FROM reeve.batch_refusal r
      WHERE r.batch_id = b.batch_id AND r.code <> 'lost'),
    'lost', (SELECT count(*) FROM reeve.batch_refusal r
      WHERE r.batch_id = b.batch_id AND r.code = 'lost'))
$$;

COMMENT ON FUNCTION reeve.batch_detail(reeve.batch) IS
  'The progress and the results of a batch so far, for the console. lost: subjects of an undo that '
  'were restored only in part.';
