-- What an app's users and rules report: complaints, folded into cases that moderators work off.
--
-- A complaint is one insert that waits for nobody: the app's transaction cannot be blocked by other
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
  complaints int NOT NULL DEFAULT 0,
  weight double precision NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  claimed_by text,
  claimed_at timestamptz,
  claimed_until timestamptz,
  closed_at timestamptz,
  closed_by text,
  outcome text CONSTRAINT case_outcome CHECK (outcome IN ('upheld', 'dismissed', 'duplicate')),
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

CREATE TABLE reeve.complaint(
  complaint_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT complaint_pkey PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  collection_id int NOT NULL CONSTRAINT complaint_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  policy text,
  reporter_id int CONSTRAINT complaint_reporter_fkey REFERENCES reeve.collection,
  reporter_key text,
  rule text,
  words text CONSTRAINT complaint_words_length CHECK (char_length(words) BETWEEN 1 AND 2000),
  filed_by text NOT NULL,
  source text NOT NULL GENERATED ALWAYS AS (
    coalesce('rule:' || rule, reporter_id::text || ':' || reporter_key, '')) STORED,
  case_id bigint CONSTRAINT complaint_case_fkey REFERENCES reeve.case,
  weight double precision NOT NULL DEFAULT 0,
  is_muted boolean NOT NULL DEFAULT FALSE,
  CONSTRAINT complaint_reporter CHECK ((reporter_id IS NULL) = (reporter_key IS NULL)),
  CONSTRAINT complaint_source CHECK (rule IS NULL OR reporter_id IS NULL)
);

COMMENT ON TABLE reeve.complaint IS
  'What somebody, or a rule, reported; personal, erasable. Not a verb''s report: that is '
  'reeve.report.';

COMMENT ON COLUMN reeve.complaint.reporter_id IS
  'The collection of who reported it; NULL = a rule, or somebody unknown.';

COMMENT ON COLUMN reeve.complaint.filed_by IS 'The login that filed it.';

COMMENT ON COLUMN reeve.complaint.source IS 'Who reported it, to be compared; empty = unknown.';

COMMENT ON COLUMN reeve.complaint.case_id IS 'NULL until somebody looks at the queue.';

COMMENT ON COLUMN reeve.complaint.weight IS
  'How reliable the reporter was by then, 0 to 1; 0 for what they said again about one case.';

COMMENT ON COLUMN reeve.complaint.is_muted IS
  'The reporter was muted, so the weight is not counted.';

CREATE INDEX complaint_waiting ON reeve.complaint(complaint_id) WHERE case_id IS NULL;

CREATE INDEX complaint_case ON reeve.complaint(case_id, source) WHERE case_id IS NOT NULL;

CREATE INDEX complaint_source ON reeve.complaint(source, complaint_id) WHERE source <> '';

CREATE TABLE reeve.case_action(
  case_id bigint NOT NULL CONSTRAINT case_action_case_fkey REFERENCES reeve.case,
  action_id bigint NOT NULL CONSTRAINT case_action_action_fkey REFERENCES reeve.action,
  CONSTRAINT case_action_pkey PRIMARY KEY (case_id, action_id)
);

COMMENT ON TABLE reeve.case_action IS 'What was done about a case.';

CREATE TABLE reeve.case_reason(
  command_id bigint CONSTRAINT case_reason_pkey PRIMARY KEY
    CONSTRAINT case_reason_command_fkey REFERENCES reeve.command,
  case_id bigint NOT NULL CONSTRAINT case_reason_case_fkey REFERENCES reeve.case,
  reason text CONSTRAINT case_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.case_reason IS
  'Which case a command was about, and its reason; free text, kept off the chain.';

CREATE INDEX case_reason_case ON reeve.case_reason(case_id, command_id);

ALTER TABLE reeve.outbox
  ALTER action_id DROP NOT NULL,
  ADD case_id bigint CONSTRAINT outbox_case_fkey REFERENCES reeve.case,
  ADD CONSTRAINT outbox_cause CHECK (num_nonnulls(action_id, case_id) = 1);

COMMENT ON COLUMN reeve.outbox.case_id IS 'The case whose outcome it tells to who reported it.';

CREATE INDEX outbox_case ON reeve.outbox(case_id) WHERE case_id IS NOT NULL;

-- A mute is an action without effects on the app; what it counts for changes with it, whoever takes
-- it back.
CREATE FUNCTION reeve.reporter_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.reporter_recount(NEW.collection_id, NEW.key);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.reporter_change() IS
  'Counts the complaints of a reporter anew who was muted, or is no longer.';

CREATE TRIGGER action_mute AFTER INSERT OR UPDATE OF reversed_by ON reeve.action
FOR EACH ROW WHEN (NEW.kind = 'mute') EXECUTE FUNCTION reeve.reporter_change();

GRANT USAGE ON SCHEMA reeve TO reeve_app;
