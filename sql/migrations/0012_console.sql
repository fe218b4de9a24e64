-- What waits to be decided: actions in force, by the verbs whose effects leave rows to somebody.
CREATE INDEX action_standing ON reeve.action(collection_id, verb, until) WHERE reversed_by IS NULL;
