-- What people see of what is personal, and what was there when somebody reported it or acted on it.
--
-- Evidence is kept by the row: a capture is a list of versions of rows (the subject, what it
-- belongs to, the messages around it), and equal versions are stored once. So a person's erasure
-- takes out exactly that person's rows, of every capture, and the rest still shows; the digests
-- stay. A salt lies beside each version and goes with it: nobody can guess a short text from what
-- remains.

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
  'One version of one row of an app; an erasure empties hash, salt and content.';

COMMENT ON COLUMN reeve.evidence_bytes.personal IS 'Its columns that were personal by the catalog.';

COMMENT ON COLUMN reeve.evidence_bytes.digest IS 'sha256 of salt and content.';

COMMENT ON COLUMN reeve.evidence_bytes.hash IS 'sha256 of the content alone, to find an equal one.';

COMMENT ON COLUMN reeve.evidence_bytes.content IS
  'The columns that the catalog shows, as jsonb writes them: keys by length, then by bytes.';

CREATE INDEX evidence_bytes_row ON reeve.evidence_bytes(collection_id, key, hash);

CREATE INDEX evidence_bytes_forgotten ON reeve.evidence_bytes(bytes_id)
WHERE erased_at IS NOT NULL;

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

-- What an app's users and rules report: reports, folded into cases that moderators work off.
--
-- A report is one insert that waits for nobody: the app's transaction cannot be blocked by other
-- reporters of the same subject, nor by a moderator who has its case open. Cases are brought up to
-- date when somebody looks at them.
--
-- A case's place in the queue is a moment, due_at: when it came in, less a head start for what it
-- is about and for how many reliable people reported it. Waiting moves all cases alike, so the
-- order needs no refreshing and the queue is a range of an index.

CREATE TABLE reeve.case(
  case_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT case_pkey PRIMARY KEY,
  collection_id int NOT NULL CONSTRAINT case_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  policy text,
  severity text NOT NULL CONSTRAINT case_severity CHECK (
    severity IN ('low', 'medium', 'high', 'critical')),
  opened_at timestamptz NOT NULL,
  report_count int NOT NULL DEFAULT 0,
  weight double precision NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  claimed_by text,
  claimed_at timestamptz,
  claimed_until timestamptz,
  closed_at timestamptz,
  closed_by text,
  outcome text CONSTRAINT case_outcome CHECK (
    outcome IN ('upheld', 'dismissed', 'duplicate', 'withdrawn')),
  duplicate_of bigint CONSTRAINT case_duplicate_of_fkey REFERENCES reeve.case,
  CONSTRAINT case_claimed CHECK (
    num_nonnulls(claimed_by, claimed_at, claimed_until) IN (0, 3)
    AND (closed_at IS NULL OR claimed_by IS NULL)),
  CONSTRAINT case_closed CHECK (num_nonnulls(closed_at, closed_by, outcome) IN (0, 3)),
  CONSTRAINT case_duplicate CHECK (
    (outcome IS NOT DISTINCT FROM 'duplicate') = (duplicate_of IS NOT NULL)
    AND duplicate_of <> case_id)
) WITH (fillfactor = 80);

COMMENT ON TABLE reeve.case IS
  'What moderators have to decide: one open case a subject and policy.';

COMMENT ON COLUMN reeve.case.policy IS 'What it is said to break; NULL = nobody said.';

COMMENT ON COLUMN reeve.case.weight IS
  'Sum of the reliability of those who reported it, each once, without muted ones.';

COMMENT ON COLUMN reeve.case.due_at IS
  'Its place in the queue, earliest first: reeve.case_due of the columns before.';

COMMENT ON COLUMN reeve.case.claimed_until IS
  'End of the lease of who works on it; anybody may take it afterwards.';

CREATE UNIQUE INDEX case_open ON reeve.case(collection_id, key, policy) NULLS NOT DISTINCT
WHERE closed_at IS NULL;

CREATE INDEX case_subject ON reeve.case(collection_id, key, case_id);

CREATE INDEX case_queue ON reeve.case(due_at, case_id) WHERE closed_at IS NULL;

CREATE INDEX case_duplicates ON reeve.case(duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE TABLE reeve.report(
  report_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT report_pkey PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  collection_id int NOT NULL CONSTRAINT report_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  policy text,
  reporter_id int CONSTRAINT report_reporter_fkey REFERENCES reeve.collection,
  reporter_key text,
  rule text,
  words text CONSTRAINT report_words_length CHECK (char_length(words) BETWEEN 1 AND 2000),
  filed_by text NOT NULL,
  source text NOT NULL GENERATED ALWAYS AS (
    coalesce('rule:' || rule, reporter_id::text || ':' || reporter_key, '')) STORED,
  case_id bigint CONSTRAINT report_case_fkey REFERENCES reeve.case,
  weight double precision NOT NULL DEFAULT 0,
  is_muted boolean NOT NULL DEFAULT FALSE,
  evidence_id bigint CONSTRAINT report_evidence_fkey REFERENCES reeve.evidence,
  threshold int,
  withdrawn_by bigint,
  CONSTRAINT report_reporter CHECK ((reporter_id IS NULL) = (reporter_key IS NULL)),
  CONSTRAINT report_source CHECK (rule IS NULL OR reporter_id IS NULL)
);

COMMENT ON TABLE reeve.report IS
  'What somebody, or a rule, reported; personal, erasable. Not a verb''s report: that is '
  'reeve.catalog_view.';

COMMENT ON COLUMN reeve.report.reporter_id IS
  'The collection of who reported it; NULL = a rule, or somebody unknown.';

COMMENT ON COLUMN reeve.report.filed_by IS 'The login that filed it.';

COMMENT ON COLUMN reeve.report.source IS 'Who reported it, to be compared; empty = unknown.';

COMMENT ON COLUMN reeve.report.case_id IS 'NULL until somebody looks at the queue.';

COMMENT ON COLUMN reeve.report.weight IS
  'How reliable the reporter was by then, 0 to 1; 0 for what they said again about one case.';

COMMENT ON COLUMN reeve.report.is_muted IS
  'The reporter was muted, so the weight is not counted.';

COMMENT ON COLUMN reeve.report.evidence_id IS 'The subject as it was reported.';

COMMENT ON COLUMN reeve.report.threshold IS
  'How many strikes it takes for what it proposes; NULL = it is not about strikes.';

COMMENT ON COLUMN reeve.report.withdrawn_by IS
  'The undo after which the strikes did not come to the threshold any more.';

CREATE INDEX report_waiting ON reeve.report(report_id)
WHERE case_id IS NULL AND withdrawn_by IS NULL;

CREATE INDEX report_strikes ON reeve.report(collection_id, key)
WHERE threshold IS NOT NULL AND withdrawn_by IS NULL;

CREATE INDEX report_case ON reeve.report(case_id, source) WHERE case_id IS NOT NULL;

CREATE INDEX report_source ON reeve.report(source, report_id) WHERE source <> '';

CREATE TABLE reeve.case_reason(
  command_id bigint CONSTRAINT case_reason_pkey PRIMARY KEY
    CONSTRAINT case_reason_command_fkey REFERENCES reeve.command,
  case_id bigint NOT NULL CONSTRAINT case_reason_case_fkey REFERENCES reeve.case,
  reason text CONSTRAINT case_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.case_reason IS
  'Which case a command was about, and its reason; free text, kept off the chain.';

CREATE INDEX case_reason_case ON reeve.case_reason(case_id, command_id);

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

CREATE INDEX reveal_asked ON reeve.reveal(asked_at);

CREATE INDEX reveal_subject ON reeve.reveal(collection_id, key, command_id);

CREATE TABLE reeve.reveal_reason(
  command_id bigint CONSTRAINT reveal_reason_pkey PRIMARY KEY
    CONSTRAINT reveal_reason_reveal_fkey REFERENCES reeve.reveal,
  salt bytea NOT NULL,
  reason text CONSTRAINT reveal_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.reveal_reason IS
  'Why; free text, kept off the chain. Erased by deleting the row, the salt with it.';
