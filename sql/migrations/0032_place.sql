-- Where this database lives. A copy of it, restored or started elsewhere, must neither run jobs nor
-- send notices until somebody says what it is.
--
-- What tells a copy: a dump that was restored has another system identifier or another database.
-- A copy of the server's files has the same, and so has a standby that was promoted, which must go
-- on; nothing in the database tells the two apart, as all of it was copied. What was not copied is
-- the workers' host: each worker keeps a file (its place) with an epoch that it renews every minute
-- in the file and here. A promoted standby knows the epoch of the file, or the one before; a copy
-- that is older than two minutes does not, nor does a worker of another host know it. A host
-- without such a file is let in while a worker that has one is alive here: the data directory and
-- the address of the server are no help, since a failover changes both.
--
-- That the server was started anew is seen by its start time: until a worker has shown its place
-- again nothing is claimed, fired, taken or run, so that a worker from before the copy cannot
-- either.

CREATE TABLE reeve.place(
  is_only boolean DEFAULT TRUE CONSTRAINT place_pkey PRIMARY KEY
    CONSTRAINT place_single CHECK (is_only),
  system_id bigint NOT NULL,
  database_id oid NOT NULL,
  started_at timestamptz NOT NULL,
  is_copy boolean NOT NULL DEFAULT FALSE,
  settled_by text NOT NULL,
  settled_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.place IS
  'The server and database where workers run; no row = none has run yet.';

COMMENT ON COLUMN reeve.place.started_at IS
  'Start of the server when a worker last showed its place.';

COMMENT ON COLUMN reeve.place.is_copy IS 'Somebody said so: workers never run here again.';

CREATE TABLE reeve.place_host(
  host_id uuid CONSTRAINT place_host_pkey PRIMARY KEY,
  epoch uuid NOT NULL,
  host text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.place_host IS
  'The place files of workers'' hosts and their last epochs; while there is one, workers without a '
  'file are not let in.';

ALTER TABLE reeve.worker ADD COLUMN host_id uuid;

COMMENT ON COLUMN reeve.worker.host_id IS 'Of its place file; NULL = it has none.';
