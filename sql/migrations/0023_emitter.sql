-- Who is told each change of a live copy, outside of the database.

CREATE TABLE reeve.live_copy_emitter(
  copy_id int NOT NULL CONSTRAINT live_copy_emitter_copy_fkey REFERENCES reeve.live_copy,
  name text NOT NULL CONSTRAINT live_copy_emitter_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  is_seeding boolean NOT NULL,
  seeded regclass,
  last_key text[],
  emitted bigint NOT NULL DEFAULT 0,
  started_by text NOT NULL DEFAULT session_user,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  emitted_at timestamptz,
  pid int NOT NULL DEFAULT pg_backend_pid(),
  backend_start timestamptz NOT NULL,
  CONSTRAINT live_copy_emitter_pkey PRIMARY KEY (copy_id, name)
);

COMMENT ON TABLE reeve.live_copy_emitter IS
  'Streams of a live copy''s changes to a program or a file, each a reader of the change log.';

COMMENT ON COLUMN reeve.live_copy_emitter.is_seeding IS
  'Whether all rows there are come first, which they do in the order of their keys.';

COMMENT ON COLUMN reeve.live_copy_emitter.seeded IS
  'The table whose rows come; where another goes live meanwhile, they come again.';

COMMENT ON COLUMN reeve.live_copy_emitter.last_key IS
  'Key of the last of these rows that was dealt with, a text a column.';

COMMENT ON COLUMN reeve.live_copy_emitter.pid IS
  'The server process of the session that emits, or that emitted last.';

COMMENT ON COLUMN reeve.live_copy_emitter.backend_start IS
  'When that process began, which distinguishes it from a later one of the same pid.';
