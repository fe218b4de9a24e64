-- What a command's seal covers. The chain holds digests only, so that it can be kept for ever and
-- shown to anybody; what they are of has to be provable as long as it is kept, and unguessable once
-- it was erased. So each erasable part has a salt of its own beside it. An erasure keeps its digest
-- and drops the salt with the text: the seal still holds, and no guess of the text can be tried.

ALTER TABLE reeve.command
  ADD COLUMN version smallint NOT NULL DEFAULT 1
    CONSTRAINT command_version CHECK (version IN (1, 2)),
  ADD COLUMN detail jsonb NOT NULL DEFAULT '{}';

ALTER TABLE reeve.command ALTER COLUMN version SET DEFAULT 2;

COMMENT ON COLUMN reeve.command.version IS
  'What its manifest covers: 1 = the effects of its action; 2 = what command_manifest says.';

COMMENT ON COLUMN reeve.command.detail IS
  'Ids and enums that belong to it (approval, case, fields …); no text that somebody wrote.';

COMMENT ON COLUMN reeve.command.manifest IS
  'Digest of what was done; reeve.audit_recheck compares it with what the tables say now.';

CREATE INDEX command_action ON reeve.command(action_id, command_id) WHERE action_id IS NOT NULL;

ALTER TABLE reeve.effect
  ADD COLUMN salt uuid,
  ADD COLUMN digest bytea CONSTRAINT effect_digest_length CHECK (octet_length(digest) = 32);

ALTER TABLE reeve.effect ALTER COLUMN salt SET DEFAULT gen_random_uuid();

COMMENT ON COLUMN reeve.effect.salt IS 'Of its digest; NULL once before and after were erased.';

COMMENT ON COLUMN reeve.effect.digest IS
  'Kept when before and after were erased, so that the seal still holds; else NULL.';

ALTER TABLE reeve.action
  ADD COLUMN salt uuid,
  ADD COLUMN digest bytea CONSTRAINT action_digest_length CHECK (octet_length(digest) = 32);

COMMENT ON COLUMN reeve.action.salt IS 'Of its reasons'' digest; NULL once they were erased.';

COMMENT ON COLUMN reeve.action.digest IS
  'Kept when the reasons were erased, so that the seal still holds; else NULL.';

ALTER TABLE reeve.action ALTER COLUMN salt SET DEFAULT gen_random_uuid();
