-- What an action deletes or asks for, what a collection keeps for how long, and who was reminded.

ALTER TABLE reeve.rule DROP CONSTRAINT rule_kind;

ALTER TABLE reeve.rule ADD CONSTRAINT rule_kind
  CHECK (kind IN ('hide', 'set', 'notify', 'list', 'delete'));

ALTER TABLE reeve.collection ADD COLUMN retain jsonb NOT NULL DEFAULT '[]';

COMMENT ON COLUMN reeve.collection.retain IS
  'How long its rows are kept, an object a rule: sweep (statement that deletes or sets at most $5 '
  'rows as of $2 and gives their number), first (statement that gives when the oldest was due).';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'collection.retain', q.queue_id, '{reeve_worker,reeve_owner}', '1 hour', 'retain_sweep',
  NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';
