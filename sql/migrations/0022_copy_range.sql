-- Several processes copy at once: each takes a range of keys that no other has.

CREATE TABLE reeve.live_copy_range(
  copy_id int NOT NULL CONSTRAINT live_copy_range_copy_fkey REFERENCES reeve.live_copy,
  range_id bigint GENERATED ALWAYS AS IDENTITY,
  low text[],
  high text[],
  size int NOT NULL,
  CONSTRAINT live_copy_range_pkey PRIMARY KEY (copy_id, range_id)
);

COMMENT ON TABLE reeve.live_copy_range IS
  'Ranges of a live copy that are to be copied: who copies one locks its row, and deletes it with '
  'what it writes.';

COMMENT ON COLUMN reeve.live_copy_range.low IS
  'The key before its first row; NULL = from the first.';

COMMENT ON COLUMN reeve.live_copy_range.high IS 'The key of its last row; NULL = to the last.';

COMMENT ON COLUMN reeve.live_copy_range.size IS 'Its rows when it was made; a last one has fewer.';

ALTER TABLE reeve.live_copy
  ADD is_split boolean NOT NULL DEFAULT FALSE,
  ADD apply_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD stepped_at timestamptz NOT NULL DEFAULT clock_timestamp();

COMMENT ON COLUMN reeve.live_copy.last_key IS
  'Key of the last row for which a range was made, a text a column.';

COMMENT ON COLUMN reeve.live_copy.is_split IS 'Whether ranges were made for all rows.';

COMMENT ON COLUMN reeve.live_copy.apply_at IS
  'When those who copy stop for a moment, so that changes are applied.';

COMMENT ON COLUMN reeve.live_copy.stepped_at IS
  'When a range was copied last, to tell the rate by.';
