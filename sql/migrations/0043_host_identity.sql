-- place had six meanings. Home is the cluster and database where workers run, a host identity file
-- is what tells them from a copy.

ALTER TABLE reeve.place RENAME TO home;

ALTER TABLE reeve.home RENAME CONSTRAINT place_pkey TO home_pkey;

ALTER TABLE reeve.home RENAME CONSTRAINT place_single TO home_single;

COMMENT ON TABLE reeve.home IS
  'The cluster and database in which workers run; no row = none has run yet.';

COMMENT ON COLUMN reeve.home.started_at IS
  'Start of the server when a worker last showed its host identity.';

ALTER TABLE reeve.place_host RENAME TO host;

ALTER TABLE reeve.host RENAME CONSTRAINT place_host_pkey TO host_pkey;

COMMENT ON TABLE reeve.host IS
  'The host identity files of workers and their last epochs; while there is one, workers without '
  'a file are not let in.';

COMMENT ON COLUMN reeve.worker.host_id IS 'Of its host identity file; NULL = it has none.';
