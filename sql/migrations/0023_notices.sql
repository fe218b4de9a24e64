-- A job of each app gives notices to the app itself, so that no app's code delays those of others.

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'notify.inbox', q.queue_id, '{reeve_worker,reeve_owner}', '1 minute', 'inbox_fill',
  NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';

-- Encrypted texts: a worker that has the keys encrypts them anew.

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'collection.encrypt', q.queue_id, '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}',
  NULL, NULL, NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';

CREATE TABLE reeve.evidence_text(
  bytes_id bigint NOT NULL CONSTRAINT evidence_text_bytes_fkey REFERENCES reeve.evidence_bytes,
  field text NOT NULL,
  value text NOT NULL,
  CONSTRAINT evidence_text_pkey PRIMARY KEY (bytes_id, field)
);

COMMENT ON TABLE reeve.evidence_text IS
  'Encrypted texts of evidence under a later key than evidence_bytes has, whose digest stays what '
  'it was. Each is bound to that digest, so that no other text fits in its place.';

COMMENT ON COLUMN reeve.evidence_text.field IS 'Its name in the content of evidence_bytes.';

-- What became of a notice once it was sent, as the app's sender tells.

ALTER TABLE reeve.outbox
  ADD COLUMN result text CONSTRAINT outbox_result CHECK (
    result IN ('delivered', 'bounced', 'failed')),
  ADD COLUMN result_at timestamptz,
  ADD COLUMN sendings smallint NOT NULL DEFAULT 1,
  ADD CONSTRAINT outbox_result_sent CHECK (
    (result IS NULL) = (result_at IS NULL) AND (result IS NULL OR state = 'sent'));

COMMENT ON COLUMN reeve.outbox.result IS
  'What the app''s sender told of it after it was sent; NULL: nothing yet.';

COMMENT ON COLUMN reeve.outbox.result_at IS 'When it told that.';

COMMENT ON COLUMN reeve.outbox.sendings IS
  'From 1, one more each time that a moderator sends it again.';

CREATE INDEX outbox_person ON reeve.outbox(collection_id, key, outbox_id);

CREATE INDEX outbox_undelivered ON reeve.outbox(outbox_id)
WHERE state = 'failed' OR result IN ('bounced', 'failed');
