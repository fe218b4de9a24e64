-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.inbox_fill(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  step reeve.job_step;
  ids constant bigint[] := ARRAY(
    SELECT v::bigint FROM jsonb_array_elements_text(job.args -> 'outbox_ids') v);
  n record;
BEGIN
  step.done := 0;
  -- So that no erasure comes between what is read here and what the app keeps.
  PERFORM FROM reeve.outbox o
  WHERE o.outbox_id = ANY (ids) ORDER BY o.outbox_id FOR SHARE;
  FOR n IN
    SELECT i.routine, array_agg(o.key ORDER BY o.outbox_id) AS keys,
      array_agg(jsonb_build_object('outbox_id', o.outbox_id, 'template', o.template,
        'about', o.about, 'link', reeve.catalog_link(
          a.manifest #>> ARRAY['collections', split_part(o.about, ':', 1), 'link'],
          substring(o.about FROM ':(.*)$')),
        'locale', x.locale, 'subject', x.subject, 'body', x.body,
        'statements', CASE WHEN x.statement IS NULL THEN '[]'
          ELSE jsonb_build_array(x.statement) END) ORDER BY o.outbox_id) AS notices
    FROM reeve.outbox o
    JOIN reeve.collection c ON c.collection_id = o.collection_id AND c.app = job.app
    JOIN reeve.app a ON a.app = c.app
    JOIN reeve.catalog_inboxes(a.manifest) i ON i.collection = c.name AND i.routine IS NOT NULL
    CROSS JOIN LATERAL reeve.outbox_text(c.app, o) x
    WHERE o.outbox_id = ANY (ids) AND (x.error IS NULL OR o.arguments = '{}')
    GROUP BY i.routine
  LOOP
    PERFORM reeve.cell_enter(job.app, format(
      'SELECT to_jsonb(count(*)) FROM unnest($1, $7) u(key, notice) '
      'CROSS JOIN LATERAL %s(u.key, u.notice, $2) f', n.routine::oid::regproc),
      n.keys, n.notices, at => clock_timestamp());
    step.done := step.done + cardinality(n.keys);
  END LOOP;
  step.state := 'completed';
  step.total := step.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.inbox_fill(reeve.job, reeve.job_progress, int) IS
  'Step of the kind notify.inbox: passes notices that are being sent to the functions by which '
  'their app keeps them for its users; notices that an erasure has emptied are passed without '
  'subject and body, so that the app drops them. RV006 if such a function fails: none is passed '
  'then, and the job is retried.';
