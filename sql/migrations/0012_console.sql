-- What waits to be decided: actions in force, by the verbs whose effects leave rows to somebody.
CREATE INDEX action_standing ON reeve.action(collection_id, verb, until) WHERE reversed_by IS NULL;

-- Where a statement that ends stale rows locks them, or does not: reeve.rule_statement decides.
UPDATE reeve.rule SET select_sql = replace(select_sql,
  ' FOR NO KEY UPDATE OF t SKIP LOCKED)', '/* lock */)');
