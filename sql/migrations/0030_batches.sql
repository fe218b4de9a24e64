-- Acting on many at once: frozen selections of subjects, and the batches that work them off in
-- transactions of at most 500, each with its own entry in the chain.
--
-- A selection's keys are one array: it is written once, read in slices, and never changes, so that
-- what was planned, approved and done is the same list.

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
  CONSTRAINT batch_list CHECK (num_nonnulls(selection_id, reverses) = 1),
  CONSTRAINT batch_seen CHECK (changed BETWEEN 0 AND seen AND seen <= subjects)
);

COMMENT ON TABLE reeve.batch IS
  'One verb on a whole selection, or the taking back of one; how far it has come is changed in the '
  'transactions that do it.';

COMMENT ON COLUMN reeve.batch.verb IS 'undo where it takes back what reverses did.';

COMMENT ON COLUMN reeve.batch.args IS
  'What the action was given; free text (why, public), erasable like the reasons of its actions.';

COMMENT ON COLUMN reeve.batch.ceiling IS 'What was planned, or approved: it may not do worse.';

COMMENT ON COLUMN reeve.batch.totals IS 'What it has done so far, in the form of a plan.';

COMMENT ON COLUMN reeve.batch.seen IS 'Subjects that were acted on or refused so far.';

COMMENT ON COLUMN reeve.batch.cursor IS
  'Of an undo: the last action it came to; it goes from the newest to the oldest.';

COMMENT ON COLUMN reeve.batch.asked_by IS 'Whose rights it has, looked at in each transaction.';

COMMENT ON COLUMN reeve.batch.halted IS 'Why it may not go on; what it did stands.';

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

ALTER TABLE reeve.action ADD COLUMN batch_id bigint
  CONSTRAINT action_batch_fkey REFERENCES reeve.batch;

CREATE INDEX action_batch ON reeve.action(batch_id, action_id) WHERE batch_id IS NOT NULL;

ALTER TABLE reeve.approval
  ALTER key DROP NOT NULL,
  ADD COLUMN selection_id bigint CONSTRAINT approval_selection_fkey REFERENCES reeve.selection,
  ADD COLUMN batch_id bigint CONSTRAINT approval_batch_key UNIQUE
    CONSTRAINT approval_batch_fkey REFERENCES reeve.batch,
  ADD CONSTRAINT approval_subject CHECK (num_nonnulls(key, selection_id) = 1),
  DROP CONSTRAINT approval_executed,
  ADD CONSTRAINT approval_executed CHECK (
    num_nonnulls(action_id, batch_id)
    = CASE WHEN state = 'executed' AND collection_id IS NOT NULL THEN 1 ELSE 0 END);

CREATE INDEX approval_selection ON reeve.approval(selection_id) WHERE selection_id IS NOT NULL;

-- Nobody may enqueue it but by what records it. It has no time limit: it goes on where it was.
INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT 'moderation.batch', q.queue_id, '{reeve_owner}' FROM reeve.queue q
WHERE q.name = 'default';

-- What is done to many at once counts at once: strikes are added by the statement, not by the row.
DROP TRIGGER action_strike ON reeve.action;

CREATE OR REPLACE FUNCTION reeve.strike_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.strike_add(array_agg(a.action_id)) FROM added a
  WHERE a.policy IS NOT NULL AND a.key IS NOT NULL AND a.reverses IS NULL
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.strike_change() IS 'Has actions that cite a policy count.';

CREATE TRIGGER action_strike AFTER INSERT ON reeve.action
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reeve.strike_change();
