-- Notices that a receiver may refuse for now.

ALTER TABLE reeve.outbox ADD COLUMN attempts smallint NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.outbox.attempts IS 'How often its delivery was tried.';
