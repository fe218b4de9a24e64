-- Moderation: an event log (action, effect) and its projection (subject, mark), the notices that an
-- action owes (outbox), what waits for a second person (approval), and acting on many at once
-- (selection, batch).
--
-- A selection's keys are one array: it is written once, read in slices, and never changes, so that
-- what was planned, approved and done is the same list. A batch works it off in transactions of at
-- most 500 subjects, each with its own entry in the chain.

CREATE TABLE reeve.selection(
  selection_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT selection_pkey PRIMARY KEY,
  name text CONSTRAINT selection_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  collection_id int NOT NULL CONSTRAINT selection_collection_fkey REFERENCES reeve.collection,
  keys text[] NOT NULL CONSTRAINT selection_keys CHECK (cardinality(keys) BETWEEN 1 AND 100000),
  owner text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- One that was dropped has no name, and there may be many of those.
  CONSTRAINT selection_owner_name UNIQUE NULLS DISTINCT (owner, name)
);

COMMENT ON TABLE reeve.selection IS
  'Frozen lists of subjects to act on: keys alone, each once, of one collection.';

COMMENT ON COLUMN reeve.selection.name IS
  'NULL = dropped, and kept because something was done to it or proposed.';

CREATE TABLE reeve.approval(
  approval_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT approval_pkey PRIMARY KEY,
  verb text NOT NULL,
  collection_id int CONSTRAINT approval_collection_fkey REFERENCES reeve.collection,
  key text,
  args jsonb NOT NULL,
  ceiling jsonb NOT NULL,
  rules text[] NOT NULL CONSTRAINT approval_rules CHECK (rules <> '{}'),
  state text NOT NULL DEFAULT 'proposed' CONSTRAINT approval_state CHECK (
    state IN ('proposed', 'executed', 'rejected', 'withdrawn', 'lapsed')),
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lapses_at timestamptz NOT NULL DEFAULT clock_timestamp() + interval '24 hours',
  decided_by text,
  decided_at timestamptz,
  reason text CONSTRAINT approval_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000),
  action_id bigint CONSTRAINT approval_action_key UNIQUE,
  is_single_handed boolean NOT NULL DEFAULT FALSE,
  selection_id bigint CONSTRAINT approval_selection_fkey REFERENCES reeve.selection,
  batch_id bigint CONSTRAINT approval_batch_key UNIQUE,
  salt uuid DEFAULT gen_random_uuid(),
  digest bytea CONSTRAINT approval_digest_length CHECK (octet_length(digest) = 32),
  proposers text[] NOT NULL,
  CONSTRAINT approval_subject CHECK (num_nonnulls(key, selection_id) = 1),
  CONSTRAINT approval_decided CHECK (
    (state = 'proposed') = (decided_at IS NULL) AND (state = 'proposed') = (decided_by IS NULL)),
  CONSTRAINT approval_executed CHECK (
    num_nonnulls(action_id, batch_id)
    = CASE WHEN state = 'executed' AND collection_id IS NOT NULL THEN 1 ELSE 0 END),
  CONSTRAINT approval_other_person CHECK (
    state <> 'executed' OR CASE WHEN is_single_handed THEN decided_by = proposed_by
      ELSE decided_by <> ALL (proposers) END),
  CONSTRAINT approval_single_handed CHECK (
    NOT is_single_handed OR decided_at >= proposed_at + interval '1 hour')
);

COMMENT ON TABLE reeve.approval IS
  'Actions that wait, or waited, for a second person. Nobody approves their own, but one who is '
  'alone, after an hour.';

COMMENT ON COLUMN reeve.approval.collection_id IS 'NULL for a change of the team: key is a login.';

COMMENT ON COLUMN reeve.approval.args IS 'What the action was given; free text, erasable.';

COMMENT ON COLUMN reeve.approval.ceiling IS 'What it would have done then; it may not do worse.';

COMMENT ON COLUMN reeve.approval.rules IS 'Why it needs a second person.';

COMMENT ON COLUMN reeve.approval.salt IS 'Of its words'' digest; NULL once they were erased.';

COMMENT ON COLUMN reeve.approval.digest IS
  'Kept when its words were erased, so that the seal still holds; else NULL.';

COMMENT ON COLUMN reeve.approval.proposers IS
  'The proposer''s logins: those that were one person with proposed_by at any time from a day '
  'before the proposal to the decision.';

CREATE INDEX approval_open ON reeve.approval(lapses_at) WHERE state = 'proposed';

CREATE INDEX approval_selection ON reeve.approval(selection_id) WHERE selection_id IS NOT NULL;

CREATE INDEX approval_forgotten ON reeve.approval(approval_id) WHERE digest IS NOT NULL;

-- The proposer as a person, so that a constraint can say who may not approve.
CREATE FUNCTION reeve.approval_person() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- An update may only add: a link that is gone by now counts as long as the proposal waits.
  NEW.proposers := ARRAY(
    SELECT u FROM unnest(reeve.person_logins(NEW.proposed_by, NEW.proposed_at)) u
    UNION SELECT NEW.proposed_by
    UNION SELECT u FROM unnest(CASE TG_OP WHEN 'UPDATE' THEN OLD.proposers END) u
    ORDER BY 1);
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION reeve.approval_person() IS
  'Fills proposers of a proposal that is made or decided.';

CREATE TRIGGER approval_person BEFORE INSERT OR UPDATE ON reeve.approval
FOR EACH ROW EXECUTE FUNCTION reeve.approval_person();

CREATE TABLE reeve.batch(
  batch_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT batch_pkey PRIMARY KEY,
  verb text NOT NULL,
  collection_id int NOT NULL CONSTRAINT batch_collection_fkey REFERENCES reeve.collection,
  selection_id bigint CONSTRAINT batch_selection_fkey REFERENCES reeve.selection,
  reverses bigint CONSTRAINT batch_reverses_fkey REFERENCES reeve.batch,
  args jsonb NOT NULL DEFAULT '{}',
  ceiling jsonb NOT NULL,
  totals jsonb NOT NULL DEFAULT '{"effects": [], "people": 0, "notices": 0, "irreversible": 0}',
  subjects int NOT NULL,
  seen int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  cursor bigint,
  asked_by text NOT NULL,
  approval_id bigint CONSTRAINT batch_approval_fkey REFERENCES reeve.approval,
  job_id bigint,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  halted text,
  stride int NOT NULL DEFAULT 500 CONSTRAINT batch_stride CHECK (stride BETWEEN 1 AND 500),
  CONSTRAINT batch_list CHECK (num_nonnulls(selection_id, reverses) = 1),
  CONSTRAINT batch_seen CHECK (changed BETWEEN 0 AND seen AND seen <= subjects)
);

COMMENT ON TABLE reeve.batch IS
  'One verb on a whole selection, or the taking back of one; how far it has come is changed in the '
  'transactions that do it.';

COMMENT ON COLUMN reeve.batch.verb IS 'undo where it undoes what reverses did.';

COMMENT ON COLUMN reeve.batch.args IS
  'What the action was given; free text (why, public), erasable like the reasons of its actions.';

COMMENT ON COLUMN reeve.batch.ceiling IS 'What was planned, or approved: it may not do worse.';

COMMENT ON COLUMN reeve.batch.totals IS 'What it has done so far, in the form of a plan.';

COMMENT ON COLUMN reeve.batch.seen IS 'Subjects that were acted on or refused so far.';

COMMENT ON COLUMN reeve.batch.cursor IS
  'Of an undo: the last action it came to; it goes from the newest to the oldest.';

COMMENT ON COLUMN reeve.batch.asked_by IS 'Whose rights it has, looked at in each transaction.';

COMMENT ON COLUMN reeve.batch.halted IS 'Why it may not continue; what it did stands.';

-- Where code of the app refuses many subjects, a batch continues in small parts.
COMMENT ON COLUMN reeve.batch.stride IS 'Subjects to try in the next transaction, 1 to 500.';

CREATE INDEX batch_reverses ON reeve.batch(reverses) WHERE reverses IS NOT NULL;

CREATE INDEX batch_selection ON reeve.batch(selection_id) WHERE selection_id IS NOT NULL;

CREATE TABLE reeve.batch_refusal(
  batch_id bigint CONSTRAINT batch_refusal_batch_fkey REFERENCES reeve.batch,
  place int,
  key text NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  CONSTRAINT batch_refusal_pkey PRIMARY KEY (batch_id, place)
);

COMMENT ON TABLE reeve.batch_refusal IS
  'Subjects of a batch that were left, or came back only in part, and why.';

CREATE TABLE reeve.action(
  action_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT action_pkey PRIMARY KEY,
  verb text NOT NULL,
  collection_id int NOT NULL CONSTRAINT action_collection_fkey REFERENCES reeve.collection,
  key text,
  actor text NOT NULL,
  principal text,
  policy text,
  grace interval NOT NULL DEFAULT '0',
  reason text CONSTRAINT action_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000),
  until timestamptz,
  reverses bigint CONSTRAINT action_reverses_fkey REFERENCES reeve.action,
  reversed_by bigint CONSTRAINT action_reversed_by_fkey REFERENCES reeve.action,
  horizon xid8,
  performed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  severity text CONSTRAINT action_severity CHECK (
    severity IN ('low', 'medium', 'high', 'critical')),
  public_reason text CONSTRAINT action_public_reason_length CHECK (
    char_length(public_reason) BETWEEN 1 AND 1000),
  name text,
  is_protecting boolean NOT NULL DEFAULT FALSE,
  erase_at timestamptz,
  approval_id bigint CONSTRAINT action_approval_fkey REFERENCES reeve.approval,
  salt uuid DEFAULT gen_random_uuid(),
  digest bytea CONSTRAINT action_digest_length CHECK (octet_length(digest) = 32),
  evidence_id bigint CONSTRAINT action_evidence_fkey REFERENCES reeve.evidence,
  erased_by bigint CONSTRAINT action_erased_by_fkey REFERENCES reeve.action,
  batch_id bigint CONSTRAINT action_batch_fkey REFERENCES reeve.batch
);

COMMENT ON TABLE reeve.action IS 'What was done, on whom, by whom, why; the reason is erasable.';

COMMENT ON COLUMN reeve.action.verb IS
  'The verb of the catalog, or of Reeve itself: undo, lift, expire or mute.';

COMMENT ON COLUMN reeve.action.reason IS 'For the record; never in a notice.';

COMMENT ON COLUMN reeve.action.until IS
  'End of a restriction; infinity = without end; NULL = none.';

COMMENT ON COLUMN reeve.action.horizon IS
  'Set by the first sweep after the commit: transactions below it may still add rows.';

COMMENT ON COLUMN reeve.action.public_reason IS 'What its notices say instead of the clause.';

COMMENT ON COLUMN reeve.action.name IS 'Of a tag or a limit.';

COMMENT ON COLUMN reeve.action.is_protecting IS 'Of a tag that protects its subject.';

COMMENT ON COLUMN reeve.action.erase_at IS
  'When what it deleted is to be erased; it cannot be undone from then on.';

COMMENT ON COLUMN reeve.action.approval_id IS 'Whose approval it had; the actor approved it.';

COMMENT ON COLUMN reeve.action.salt IS 'Of its reasons'' digest; NULL once they were erased.';

COMMENT ON COLUMN reeve.action.digest IS
  'Kept when the reasons were erased, so that the seal still holds; else NULL.';

COMMENT ON COLUMN reeve.action.evidence_id IS
  'The subject just before; sealed with the command. NULL = not captured.';

COMMENT ON COLUMN reeve.action.erased_by IS 'The erasure that what it deleted came to.';

CREATE INDEX action_subject ON reeve.action(collection_id, key, action_id);

CREATE INDEX action_due ON reeve.action(until)
WHERE until < 'infinity' AND reversed_by IS NULL;

CREATE UNIQUE INDEX action_reverses_once ON reeve.action(reverses) WHERE reverses IS NOT NULL;

CREATE INDEX action_erase ON reeve.action(erase_at)
WHERE erase_at IS NOT NULL AND reversed_by IS NULL AND erased_by IS NULL;

-- What somebody did for breaches within the hour, approved actions aside.
CREATE INDEX action_quota ON reeve.action((coalesce(principal, actor)), performed_at)
WHERE policy IS NOT NULL AND approval_id IS NULL;

CREATE INDEX action_batch ON reeve.action(batch_id, action_id) WHERE batch_id IS NOT NULL;

CREATE INDEX action_forgotten ON reeve.action(action_id) WHERE digest IS NOT NULL;

ALTER TABLE reeve.approval
  ADD CONSTRAINT approval_action_fkey FOREIGN KEY (action_id) REFERENCES reeve.action,
  ADD CONSTRAINT approval_batch_fkey FOREIGN KEY (batch_id) REFERENCES reeve.batch;

ALTER TABLE reeve.report ADD CONSTRAINT report_withdrawn_by_fkey
  FOREIGN KEY (withdrawn_by) REFERENCES reeve.action;

CREATE TABLE reeve.effect(
  action_id bigint NOT NULL CONSTRAINT effect_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL,
  key text NOT NULL,
  rule_id int NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  is_reversible boolean NOT NULL,
  undone_by bigint,
  salt uuid DEFAULT gen_random_uuid(),
  digest bytea CONSTRAINT effect_digest_length CHECK (octet_length(digest) = 32),
  CONSTRAINT effect_pkey PRIMARY KEY (action_id, collection_id, key)
);

COMMENT ON TABLE reeve.effect IS 'Each row an action changed: its columns before and after.';

COMMENT ON COLUMN reeve.effect.salt IS 'Of its digest; NULL once before and after were erased.';

COMMENT ON COLUMN reeve.effect.digest IS
  'Kept when before and after were erased, so that the seal still holds; else NULL.';

CREATE INDEX effect_target ON reeve.effect(collection_id, key, action_id);

CREATE INDEX effect_forgotten ON reeve.effect(action_id) WHERE digest IS NOT NULL;

CREATE TABLE reeve.subject(
  collection_id int NOT NULL CONSTRAINT subject_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  hidden_by bigint[] NOT NULL DEFAULT '{}',
  hidden_until timestamptz,
  base_until timestamptz,
  base jsonb,
  CONSTRAINT subject_pkey PRIMARY KEY (collection_id, key),
  CONSTRAINT subject_hidden CHECK ((hidden_by = '{}') = (hidden_until IS NULL))
);

COMMENT ON TABLE reeve.subject IS
  'Moderation state of one row: hidden while any action in hidden_by is in force.';

COMMENT ON COLUMN reeve.subject.hidden_until IS 'Maximum over the actions in hidden_by.';

COMMENT ON COLUMN reeve.subject.base_until IS
  'What the app''s own column held before the first action; restored with the last.';

COMMENT ON COLUMN reeve.subject.base IS
  'What the visible column held before the row was hidden, as an object of that column, where it '
  'is hidden by a value; NULL where it is hidden until a moment.';

CREATE INDEX subject_hidden ON reeve.subject(collection_id, hidden_until)
WHERE hidden_until IS NOT NULL;

CREATE TABLE reeve.mark(
  action_id bigint CONSTRAINT mark_pkey PRIMARY KEY
    CONSTRAINT mark_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL CONSTRAINT mark_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  until timestamptz NOT NULL,
  is_protecting boolean NOT NULL DEFAULT FALSE
);

COMMENT ON TABLE reeve.mark IS
  'Tags, limits and verifications of subjects, each by its action: in force while until lies in '
  'the future.';

COMMENT ON COLUMN reeve.mark.is_protecting IS 'Who acts against the subject needs a second person.';

CREATE INDEX mark_subject ON reeve.mark(collection_id, key, kind, name, until);

CREATE INDEX mark_name ON reeve.mark(kind, name);

CREATE TABLE reeve.outbox(
  outbox_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
  action_id bigint CONSTRAINT outbox_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL,
  key text NOT NULL,
  about text NOT NULL,
  template text NOT NULL,
  locale text NOT NULL,
  zone text NOT NULL,
  arguments jsonb NOT NULL,
  due_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'queued' CONSTRAINT outbox_state CHECK (
    state IN ('queued', 'sent', 'withdrawn', 'failed')),
  sent_at timestamptz,
  error text,
  corrects bigint CONSTRAINT outbox_corrects_fkey REFERENCES reeve.outbox,
  attempts smallint NOT NULL DEFAULT 0,
  case_id bigint CONSTRAINT outbox_case_fkey REFERENCES reeve.case,
  act text,
  sent_with bigint CONSTRAINT outbox_sent_with_fkey REFERENCES reeve.outbox,
  CONSTRAINT outbox_once UNIQUE (action_id, collection_id, key, template, about),
  CONSTRAINT outbox_cause CHECK (num_nonnulls(action_id, case_id) = 1)
);

COMMENT ON TABLE reeve.outbox IS 'Notices owed: recipient (collection, key), text by template.';

COMMENT ON COLUMN reeve.outbox.about IS 'Collection:key of the row the notice is about.';

COMMENT ON COLUMN reeve.outbox.corrects IS 'The sent notice that this one undoes.';

COMMENT ON COLUMN reeve.outbox.attempts IS 'How often its delivery was tried.';

COMMENT ON COLUMN reeve.outbox.case_id IS 'The case whose outcome it tells to who reported it.';

COMMENT ON COLUMN reeve.outbox.act IS
  'The act that owes it: an action, a batch or a case, such as A12, B7 or C5; of an undo the '
  'action that it undoes. What one act owes one person goes out together.';

COMMENT ON COLUMN reeve.outbox.sent_with IS
  'The notice whose message has the text of this one, too.';

CREATE INDEX outbox_due ON reeve.outbox(due_at) WHERE state = 'queued';

CREATE INDEX outbox_act ON reeve.outbox(act, collection_id, key, outbox_id) WHERE state = 'queued';

CREATE INDEX outbox_sent_with ON reeve.outbox(sent_with) WHERE sent_with IS NOT NULL;

CREATE INDEX outbox_case ON reeve.outbox(case_id) WHERE case_id IS NOT NULL;

CREATE TABLE reeve.case_action(
  case_id bigint NOT NULL CONSTRAINT case_action_case_fkey REFERENCES reeve.case,
  action_id bigint NOT NULL CONSTRAINT case_action_action_fkey REFERENCES reeve.action,
  CONSTRAINT case_action_pkey PRIMARY KEY (case_id, action_id)
);

COMMENT ON TABLE reeve.case_action IS 'What was done about a case.';

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
  'Counts the reports of a reporter again who was muted, or is no longer.';

CREATE TRIGGER action_mute AFTER INSERT OR UPDATE OF reversed_by ON reeve.action
FOR EACH ROW WHEN (NEW.verb = 'mute') EXECUTE FUNCTION reeve.reporter_change();
