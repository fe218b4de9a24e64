-- The record: commands are sealed behind their commit, and their manifests cover every row that
-- the record is made of.
--
-- Sealing at commit took the head of the chain: SET CONSTRAINTS ALL IMMEDIATE and an idle session,
-- or a prepared transaction, kept it and stopped every acting command. A command now commits with
-- its own digest and a row in chain_pending; reeve.record_seal adds the links later, in order,
-- below the oldest running transaction that recorded one, and waits for nobody.

DROP TRIGGER command_seal ON reeve.command;

DROP FUNCTION reeve.chain_seal();

CREATE TABLE reeve.chain_pending(
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  command_id bigint NOT NULL CONSTRAINT chain_pending_command_fkey REFERENCES reeve.command,
  CONSTRAINT chain_pending_pkey PRIMARY KEY (xid, command_id)
);

COMMENT ON TABLE reeve.chain_pending IS
  'Commands that have no link in the chain yet; reeve.record_seal removes them.';

COMMENT ON COLUMN reeve.chain_pending.xid IS 'The transaction that recorded the command.';

ALTER TABLE reeve.chain ADD COLUMN version smallint NOT NULL DEFAULT 1
  CONSTRAINT chain_version CHECK (version IN (1, 2));

ALTER TABLE reeve.chain ALTER COLUMN version SET DEFAULT 2;

COMMENT ON TABLE reeve.chain IS
  'One sealed entry a command: hash = sha256(prev, version, seq, us, length-prefixed fields).';

COMMENT ON COLUMN reeve.chain.version IS
  'Hashed with the entry. 2 = the manifest is the digest of the command''s content; 1 = older.';

COMMENT ON COLUMN reeve.chain.us IS
  'When the link was added: microseconds since 1970-01-01 UTC, by the server''s clock.';

COMMENT ON TABLE reeve.chain_head IS 'The last entry; whoever adds links holds its row.';

ALTER TABLE reeve.command
  DROP CONSTRAINT command_version,
  ADD CONSTRAINT command_version CHECK (version IN (1, 2, 3)),
  ADD COLUMN content jsonb,
  ADD COLUMN salt uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD CONSTRAINT command_content CHECK ((version = 3) = (content IS NOT NULL));

ALTER TABLE reeve.command ALTER COLUMN version SET DEFAULT 3;

COMMENT ON COLUMN reeve.command.version IS
  'What its manifest covers: 3 = its content; 1 and 2 = older, only below the first record.adopt.';

COMMENT ON COLUMN reeve.command.content IS
  'What the manifest is the digest of: the command''s own fields and, by name, the rows of the '
  'record as it left them (items). Ids, enums, logins and salted digests only.';

COMMENT ON COLUMN reeve.command.salt IS 'Of the digest of program and address in its content.';

-- Few commands change the team; each look at the record proves all of its members.
CREATE INDEX command_team ON reeve.command(command_id)
WHERE kind IN ('member.bootstrap', 'member.rebind', 'member.link', 'member.unlink', 'team.add',
  'team.remove', 'record.adopt');

CREATE INDEX reveal_asked ON reeve.reveal(asked_at);

ALTER TABLE reeve.label ADD COLUMN salt uuid NOT NULL DEFAULT gen_random_uuid();

COMMENT ON COLUMN reeve.label.salt IS 'Of its digest in the record; erased with it.';

ALTER TABLE reeve.approval
  ADD COLUMN salt uuid,
  ADD COLUMN digest bytea CONSTRAINT approval_digest_length CHECK (octet_length(digest) = 32);

UPDATE reeve.approval SET salt = gen_random_uuid();

ALTER TABLE reeve.approval ALTER COLUMN salt SET DEFAULT gen_random_uuid();

COMMENT ON COLUMN reeve.approval.salt IS 'Of its words'' digest; NULL once they were erased.';

COMMENT ON COLUMN reeve.approval.digest IS
  'Kept when its words were erased, so that the seal still holds; else NULL.';

CREATE TABLE reeve.forgotten(
  collection_id int NOT NULL CONSTRAINT forgotten_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  erasure bigint NOT NULL,
  CONSTRAINT forgotten_pkey PRIMARY KEY (collection_id, key, erasure)
);

COMMENT ON TABLE reeve.forgotten IS
  'Rows that an erasure has erased. A digest without its text counts only for these; each erasure '
  'seals its own.';

COMMENT ON COLUMN reeve.forgotten.erasure IS
  'The erasure''s action; 0 = one before this table was made.';

CREATE INDEX forgotten_erasure ON reeve.forgotten(erasure, collection_id, key);

-- Which digests stand without their texts so far.
INSERT INTO reeve.forgotten(collection_id, key, erasure)
SELECT a.collection_id, a.key, 0 FROM reeve.action a
WHERE a.digest IS NOT NULL AND a.key IS NOT NULL
UNION
SELECT e.collection_id, e.key, 0 FROM reeve.effect e WHERE e.digest IS NOT NULL
UNION
SELECT b.collection_id, b.key, 0 FROM reeve.evidence_bytes b WHERE b.erased_at IS NOT NULL
UNION
SELECT a.collection_id, a.key, 0
FROM reeve.erasure e JOIN reeve.action a USING (action_id) WHERE a.key IS NOT NULL
UNION
SELECT r.collection_id, r.key, 0
FROM reeve.reveal r
WHERE r.key IS NOT NULL
  AND NOT EXISTS (SELECT FROM reeve.reveal_reason w WHERE w.command_id = r.command_id);

CREATE INDEX action_forgotten ON reeve.action(action_id) WHERE digest IS NOT NULL;

CREATE INDEX effect_forgotten ON reeve.effect(action_id) WHERE digest IS NOT NULL;

CREATE INDEX evidence_bytes_forgotten ON reeve.evidence_bytes(bytes_id)
WHERE erased_at IS NOT NULL;

CREATE INDEX approval_forgotten ON reeve.approval(approval_id) WHERE digest IS NOT NULL;
