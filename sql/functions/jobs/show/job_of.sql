CREATE OR REPLACE FUNCTION reeve.job_of(app text, collection text, key text, max int)
RETURNS TABLE(job_id bigint, kind text, queue text, state text, attempt int,
  scheduled_at timestamptz, asked_by text, error text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  about reeve.collection;
  known text;
  ids bigint[];
BEGIN
  PERFORM reeve.member_require('viewer');
  about := reeve.collection_resolve(app, collection);
  known := reeve.subject_key(about, key);
  ids := ARRAY(
    SELECT j.job_id FROM reeve.job j
    WHERE j.collection_id = about.collection_id AND j.subject_key = known
    ORDER BY j.job_id DESC LIMIT job_of.max);
  RETURN QUERY
    SELECT j.job_id, k.name, q.name, p.state, p.attempt, coalesce(p.at, j.created_at),
      j.principal, f.error
    FROM reeve.job_location(ids) p
    JOIN reeve.job j ON j.job_id = p.job_id AND j.day = p.day
    JOIN reeve.job_kind k USING (kind_id)
    JOIN reeve.queue q ON q.queue_id = j.queue_id
    LEFT JOIN LATERAL (
      SELECT e.error FROM reeve.job_end e
      WHERE e.job_id = j.job_id AND e.day = j.day AND e.error IS NOT NULL
      ORDER BY e.lease DESC LIMIT 1) f ON TRUE
    ORDER BY j.job_id DESC;
END
$$;

COMMENT ON FUNCTION reeve.job_of(text, text, text, int) IS
  'Jobs about a subject, newest first, in the form of reeve.job_list. NULL: asked_by, error.';

GRANT EXECUTE ON FUNCTION reeve.job_of(text, text, text, int) TO reeve_viewer;
