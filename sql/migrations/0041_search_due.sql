-- What is hidden until a moment, how long searches have waited to be counted, and numbers in the
-- change log.

CREATE TABLE reeve.search_due(
  source_id int CONSTRAINT search_due_source_fkey REFERENCES reeve.collection,
  key text,
  due_at timestamptz NOT NULL,
  CONSTRAINT search_due_pkey PRIMARY KEY (source_id, key)
);

COMMENT ON TABLE reeve.search_due IS
  'Parents whose rows are searched by their texts, and that are hidden until a moment: then their '
  'rows are read again.';

COMMENT ON COLUMN reeve.search_due.source_id IS 'The collection of the parent.';

COMMENT ON COLUMN reeve.search_due.due_at IS
  'Of the parent''s own column, as it was when it was last read.';

CREATE INDEX search_due_order ON reeve.search_due(due_at);

-- Which parents are hidden until a moment now is found out where their rows are read.
INSERT INTO reeve.change(collection_id)
SELECT -j.join_id FROM reeve.search_join j WHERE j.is_live;

ALTER TABLE reeve.search_heard
  ADD heard_at timestamptz NOT NULL DEFAULT date_trunc('minute', clock_timestamp());

COMMENT ON COLUMN reeve.search_heard.heard_at IS
  'To the minute, so that `doctor` can say for how long nobody counts them.';

-- In the change log ranks and copies are numbers below 0. From here on ranks begin far from copies,
-- and copies behind the ranks that there are; those that run keep theirs until they end.
ALTER TABLE reeve.rank_rule ALTER rank_id RESTART WITH 500000000;

SELECT setval('reeve.live_copy_copy_id_seq', max(n.id))
FROM (SELECT copy_id FROM reeve.live_copy UNION ALL SELECT rank_id FROM reeve.rank_rule) n(id)
HAVING max(n.id) > 0;

COMMENT ON COLUMN reeve.live_copy.copy_id IS
  'In the change log its changes have this number with a minus sign.';

COMMENT ON COLUMN reeve.rank_rule.rank_id IS
  'In the change log its changes have this number with a minus sign.';

COMMENT ON COLUMN reeve.action_kind.needs_enforcement IS
  'It takes effect by the enforcement of its collection only: where that is none, it is recorded '
  'and not enforced.';
