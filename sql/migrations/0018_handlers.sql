-- Kinds of jobs that run what an app or a host brings along: a task of the catalog, a program of
-- the worker's manifest.

CREATE TABLE reeve.task(
  app text CONSTRAINT task_app_fkey REFERENCES reeve.app,
  name text,
  call_sql text NOT NULL,
  arguments text[] NOT NULL,
  help text NOT NULL,
  CONSTRAINT task_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.task IS 'Work that an app''s catalog lets jobs of the kind sql do.';

COMMENT ON COLUMN reeve.task.call_sql IS
  'SELECT giving one row, done and remaining; $1 how many rows at most, $2 arguments text[].';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT k.name, q.queue_id, '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}'::text[]
FROM reeve.queue q, (VALUES ('command'), ('sql')) k(name)
WHERE q.name = 'default';
