-- What people do with jobs and queues: reasons on the record, jobs of a subject.

-- Partial, so that jobs about nobody cost no index entry.
CREATE INDEX job_subject ON reeve.job(collection_id, subject_key, job_id)
  WHERE subject_key IS NOT NULL;

CREATE TABLE reeve.job_reason(
  command_id bigint CONSTRAINT job_reason_pkey PRIMARY KEY
    CONSTRAINT job_reason_command_fkey REFERENCES reeve.command,
  subject text NOT NULL CONSTRAINT job_reason_subject CHECK (char_length(subject) <= 1000),
  reason text CONSTRAINT job_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.job_reason IS
  'Which job or queue a command was about, and its reason; free text, kept off the chain.';

COMMENT ON COLUMN reeve.job_reason.subject IS 'As it is shown: job 42, queue default.';
