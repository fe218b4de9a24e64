-- Rules: flags that count what happened within a time, switched on by a senior.

ALTER TABLE reeve.flag DROP CONSTRAINT flag_kind,
  ADD CONSTRAINT flag_kind CHECK (
    kind IN ('flood', 'price', 'words', 'banned', 'sql', 'group', 'alike', 'rule'));

COMMENT ON COLUMN reeve.flag.select_sql IS
  'SELECT giving key, name, value, since, upto, born of rows with the keys $1 (all where NULL) at '
  'the moment $2; NULL for banned, which reads reeve.identifier. Of a rule: of subjects that came '
  'over its limit between $3 and $2, as reeve.catalog_flag_rule compiles it.';

ALTER TABLE reeve.flag_state
  ADD COLUMN on_since timestamptz,
  ADD COLUMN on_by text;

COMMENT ON COLUMN reeve.flag_state.on_since IS
  'Of a rule: when it was switched on; NULL = it is off. A rule that changes is off again.';

COMMENT ON COLUMN reeve.flag_state.on_by IS
  'Who switched the rule on; kept when a change of the catalog has switched it off again.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'moderation.rule', q.queue_id, '{reeve_worker,reeve_owner}', '1 hour', 'flag_rule_step',
  NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';

-- A day's figures, posted to a webhook.
INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'digest.send', q.queue_id, '{reeve_worker,reeve_senior,reeve_owner}', '10 minutes', NULL,
  NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';
