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
