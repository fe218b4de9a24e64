-- Live copies whose target is in another database, or on another server.

ALTER TABLE reeve.live_copy
  ALTER target DROP NOT NULL,
  ADD server text,
  ADD token uuid,
  ADD is_placed boolean NOT NULL DEFAULT FALSE,
  ADD CONSTRAINT live_copy_server CHECK (
    (target IS NULL) = (server IS NOT NULL) AND (target IS NULL) = (token IS NOT NULL)),
  DROP CONSTRAINT live_copy_phase,
  ADD CONSTRAINT live_copy_phase CHECK (phase IN ('copying', 'following', 'live', 'finished',
    'abandoned') OR phase = 'closing' AND server IS NOT NULL);

COMMENT ON COLUMN reeve.live_copy.target IS 'The table that follows; NULL = it is elsewhere.';

COMMENT ON COLUMN reeve.live_copy.server IS
  'Where the target is: a connection string of libpq, without a password.';

COMMENT ON COLUMN reeve.live_copy.token IS
  'By what the target''s database knows this copy, in its table reeve_copy.copy.';

COMMENT ON COLUMN reeve.live_copy.is_placed IS
  'Whether the target''s database has recorded the copy; if it has no such record any more, it is '
  'another database, or was restored.';

COMMENT ON COLUMN reeve.live_copy.phase IS
  'copying, following: the source is live; closing: the source refuses writes while the last '
  'changes reach another server; live: the target is; finished, abandoned: it is over.';
