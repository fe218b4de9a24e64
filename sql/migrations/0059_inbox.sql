-- A job of each app gives notices to the app itself, so that no app's code delays those of others.

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'notify.inbox', q.queue_id, '{reeve_worker,reeve_owner}', '1 minute', 'inbox_fill',
  NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';
