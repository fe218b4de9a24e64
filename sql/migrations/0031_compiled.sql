-- What a report reads of the catalog is compiled when the catalog is applied: an app's transaction
-- that files one has no time to do it.

ALTER TABLE reeve.collection ADD parents_sql text;

COMMENT ON COLUMN reeve.collection.parents_sql IS
  'SELECT giving name, collection and key of what rows with the keys $1 belong to; empty = '
  'nothing, NULL = not compiled yet.';

COMMENT ON COLUMN reeve.collection.conversation IS
  'Its rows are messages: of, by (parents: conversation, author), at, text (columns), around (how '
  'many neighbours evidence takes in each direction); compiled: of_id, by_id (collections), '
  'belongs (condition: the message t is of the conversation u.key), last, near (statements that '
  'reeve.hand_conversation runs). NULL = they are none.';

COMMENT ON TABLE reeve.evidence_bytes IS
  'One version of one row of an app; an erasure empties hash, salt and content.';
