-- What actions left to decide: the newest in force of a verb on a collection.
CREATE INDEX action_newest ON reeve.action(collection_id, verb, action_id)
  WHERE reversed_by IS NULL;
