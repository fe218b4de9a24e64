-- Erasure and legal hold.
--
-- What is erased is a subject and what depends on it, as the catalog says: a list of rows, worked
-- off
-- in the app's tables and in every place of Reeve's own that may tell of them
-- (reeve.erase_targets). A small one is one transaction; the rest of a large one is a job's. Either
-- way a job looks again once every transaction of that moment has ended.

CREATE TABLE reeve.erasure(
  action_id bigint CONSTRAINT erasure_pkey PRIMARY KEY
    CONSTRAINT erasure_action_fkey REFERENCES reeve.action,
  horizon xid8 NOT NULL,
  is_again boolean NOT NULL DEFAULT FALSE,
  targets jsonb NOT NULL DEFAULT '{}',
  done_at timestamptz
);

COMMENT ON TABLE reeve.erasure IS 'How far each erasure has come, and what it erased where.';

COMMENT ON COLUMN reeve.erasure.horizon IS
  'Transactions below it may still have added rows when it began.';

COMMENT ON COLUMN reeve.erasure.is_again IS
  'It looked for rows a second time, after all of those transactions had ended.';

COMMENT ON COLUMN reeve.erasure.targets IS 'Rows by place.';

CREATE INDEX erasure_open ON reeve.erasure(action_id) WHERE done_at IS NULL;

CREATE TABLE reeve.erasure_row(
  action_id bigint NOT NULL CONSTRAINT erasure_row_erasure_fkey REFERENCES reeve.erasure,
  depth smallint NOT NULL,
  collection_id int NOT NULL,
  key text NOT NULL,
  CONSTRAINT erasure_row_pkey PRIMARY KEY (action_id, depth, collection_id, key)
);

COMMENT ON TABLE reeve.erasure_row IS
  'Rows that an erasure has still to erase, the subject itself first.';
