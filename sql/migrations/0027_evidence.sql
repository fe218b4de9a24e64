-- What people see of what is personal, and what was there when somebody reported it or acted on it.
--
-- Evidence is kept by the row: a capture is a list of versions of rows (the subject, what it
-- belongs to, the messages around it), and equal versions are stored once. So a person's erasure
-- takes out exactly that person's rows, of every capture, and the rest still shows; the digests
-- stay. A salt lies beside each version and goes with it: nobody can guess a short text from what
-- remains.

ALTER TABLE reeve.collection ADD conversation jsonb;

COMMENT ON COLUMN reeve.collection.conversation IS
  'Its rows are messages: of, by (parents: conversation, author), at, text (columns), around (how '
  'many neighbours evidence takes in each direction); NULL = they are none.';

CREATE TABLE reeve.evidence(
  evidence_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT evidence_pkey PRIMARY KEY,
  collection_id int NOT NULL CONSTRAINT evidence_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  captured_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  digest bytea NOT NULL CONSTRAINT evidence_digest_length CHECK (octet_length(digest) = 32)
);

COMMENT ON TABLE reeve.evidence IS
  'What was there of a subject: one row for each state in which it was reported or acted on.';

COMMENT ON COLUMN reeve.evidence.captured_at IS 'When that state was first captured.';

COMMENT ON COLUMN reeve.evidence.digest IS
  'sha256 over its parts in order: role, collection, key, digest; reeve.evidence_digest.';

CREATE INDEX evidence_subject ON reeve.evidence(collection_id, key, digest);

CREATE TABLE reeve.evidence_bytes(
  bytes_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT evidence_bytes_pkey PRIMARY KEY,
  collection_id int NOT NULL CONSTRAINT evidence_bytes_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  personal text[] NOT NULL,
  digest bytea NOT NULL CONSTRAINT evidence_bytes_digest_length CHECK (octet_length(digest) = 32),
  hash bytea,
  salt bytea,
  content text,
  erased_at timestamptz,
  CONSTRAINT evidence_bytes_whole CHECK (
    num_nonnulls(hash, salt, content) = CASE WHEN erased_at IS NULL THEN 3 ELSE 0 END)
);

COMMENT ON TABLE reeve.evidence_bytes IS
  'One version of one row of an app; hash, salt and content are erased by reeve.evidence_erase.';

COMMENT ON COLUMN reeve.evidence_bytes.personal IS 'Its columns that were personal by the catalog.';

COMMENT ON COLUMN reeve.evidence_bytes.digest IS 'sha256 of salt and content.';

COMMENT ON COLUMN reeve.evidence_bytes.hash IS 'sha256 of the content alone, to find an equal one.';

COMMENT ON COLUMN reeve.evidence_bytes.content IS
  'The columns that the catalog shows, as jsonb writes them: keys by length, then by bytes.';

CREATE INDEX evidence_bytes_row ON reeve.evidence_bytes(collection_id, key, hash);

CREATE TABLE reeve.evidence_part(
  evidence_id bigint NOT NULL CONSTRAINT evidence_part_evidence_fkey REFERENCES reeve.evidence,
  place int NOT NULL,
  role text NOT NULL CONSTRAINT evidence_part_role CHECK (
    role IN ('subject', 'parent', 'message')),
  bytes_id bigint NOT NULL CONSTRAINT evidence_part_bytes_fkey REFERENCES reeve.evidence_bytes,
  CONSTRAINT evidence_part_pkey PRIMARY KEY (evidence_id, place)
);

COMMENT ON TABLE reeve.evidence_part IS
  'The rows of a capture: the subject, what it belongs to, messages around it.';

ALTER TABLE reeve.action
  ADD evidence_id bigint CONSTRAINT action_evidence_fkey REFERENCES reeve.evidence;

COMMENT ON COLUMN reeve.action.evidence_id IS
  'The subject just before; sealed with the command. NULL = not captured.';

ALTER TABLE reeve.complaint
  ADD evidence_id bigint CONSTRAINT complaint_evidence_fkey REFERENCES reeve.evidence;

COMMENT ON COLUMN reeve.complaint.evidence_id IS 'The subject as it was reported.';

CREATE TABLE reeve.reveal(
  command_id bigint CONSTRAINT reveal_pkey PRIMARY KEY
    CONSTRAINT reveal_command_fkey REFERENCES reeve.command,
  kind text NOT NULL CONSTRAINT reveal_kind CHECK (
    kind IN ('fields', 'find', 'chat', 'evidence')),
  collection_id int NOT NULL CONSTRAINT reveal_collection_fkey REFERENCES reeve.collection,
  key text,
  fields text[] NOT NULL DEFAULT '{}',
  evidence_id bigint CONSTRAINT reveal_evidence_fkey REFERENCES reeve.evidence,
  case_id bigint CONSTRAINT reveal_case_fkey REFERENCES reeve.case,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  digest bytea NOT NULL CONSTRAINT reveal_digest_length CHECK (octet_length(digest) = 32),
  read_at timestamptz,
  CONSTRAINT reveal_about CHECK (
    (kind = 'find') = (key IS NULL) AND (kind = 'evidence') = (evidence_id IS NOT NULL))
);

COMMENT ON TABLE reeve.reveal IS
  'Who asked to see what is personal: a ticket, for the asker, in a later transaction, once.';

COMMENT ON COLUMN reeve.reveal.transaction IS
  'The one that asked: no other sees the ticket before it has committed.';

COMMENT ON COLUMN reeve.reveal.digest IS
  'sha256 of the salt, the reason and the value looked for; part of the command''s manifest.';

CREATE INDEX reveal_asker ON reeve.reveal(asked_by, asked_at);

CREATE INDEX reveal_subject ON reeve.reveal(collection_id, key, command_id);

CREATE TABLE reeve.reveal_reason(
  command_id bigint CONSTRAINT reveal_reason_pkey PRIMARY KEY
    CONSTRAINT reveal_reason_reveal_fkey REFERENCES reeve.reveal,
  salt bytea NOT NULL,
  reason text CONSTRAINT reveal_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.reveal_reason IS
  'Why; free text, kept off the chain. Erased by deleting the row, the salt with it.';
