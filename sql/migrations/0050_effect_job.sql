-- An undo takes back the jobs that effects enqueued, so each action knows its jobs; and a job can
-- wait until others have ended in any way.

CREATE TABLE reeve.effect_job(
  job_id bigint CONSTRAINT effect_job_pkey PRIMARY KEY,
  action_id bigint NOT NULL CONSTRAINT effect_job_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL CONSTRAINT effect_job_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  job text NOT NULL,
  inverse jsonb,
  undone_by bigint CONSTRAINT effect_job_undone_by_fkey REFERENCES reeve.action,
  is_owed boolean NOT NULL DEFAULT FALSE,
  inverse_id bigint,
  CONSTRAINT effect_job_owed CHECK (NOT is_owed OR undone_by IS NOT NULL)
);

COMMENT ON TABLE reeve.effect_job IS
  'Jobs that effects of actions enqueued, and what became of them when the action ended.';

COMMENT ON COLUMN reeve.effect_job.job IS
  'Kind of the job, and the name or task in its arguments: what the jobs of one row are told '
  'apart by.';

COMMENT ON COLUMN reeve.effect_job.inverse IS
  'Kind and args of the job that reverses it, as they were when it was enqueued. NULL: the '
  'catalog declares none.';

COMMENT ON COLUMN reeve.effect_job.undone_by IS 'The action that ended the action of the job.';

COMMENT ON COLUMN reeve.effect_job.is_owed IS
  'It had begun and is not reversed yet, since another action in force enqueued the same job for '
  'the row.';

COMMENT ON COLUMN reeve.effect_job.inverse_id IS 'The job that reverses it. NULL: none was needed.';

CREATE INDEX effect_job_action ON reeve.effect_job(action_id);

CREATE INDEX effect_job_row ON reeve.effect_job(collection_id, key);

ALTER TABLE reeve.job_wait ADD any_end boolean NOT NULL DEFAULT FALSE;

COMMENT ON COLUMN reeve.job_wait.any_end IS
  'It waits until the others have ended in any way, not until they are completed.';
