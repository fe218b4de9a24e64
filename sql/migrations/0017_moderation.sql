-- What actions left to decide: only of those in force that left something, or of which that is not
-- known.
ALTER TABLE reeve.action ADD COLUMN leaves boolean;
ALTER TABLE reeve.action ALTER COLUMN leaves SET DEFAULT FALSE;

COMMENT ON COLUMN reeve.action.leaves IS
  'Whether an effect with list: true found rows; NULL = performed before that was noted.';

CREATE INDEX action_leaving ON reeve.action(collection_id, verb, action_id)
  WHERE reversed_by IS NULL AND leaves IS NOT FALSE;

-- A dump of a collection is a look at what is personal, of all its rows.
ALTER TABLE reeve.reveal DROP CONSTRAINT reveal_about, DROP CONSTRAINT reveal_kind;
ALTER TABLE reeve.reveal
  ADD CONSTRAINT reveal_about CHECK (
    (kind IN ('find', 'dump')) = (key IS NULL) AND (kind = 'evidence') = (evidence_id IS NOT NULL)),
  ADD CONSTRAINT reveal_kind CHECK (kind IN ('fields', 'find', 'chat', 'evidence', 'dump'));

-- What an action deletes or asks for, what a collection keeps for how long, and who was reminded.

ALTER TABLE reeve.rule DROP CONSTRAINT rule_kind;

ALTER TABLE reeve.rule ADD CONSTRAINT rule_kind
  CHECK (kind IN ('hide', 'set', 'notify', 'list', 'delete'));

ALTER TABLE reeve.collection ADD COLUMN retain jsonb NOT NULL DEFAULT '[]';

COMMENT ON COLUMN reeve.collection.retain IS
  'How long its rows are kept, an object a rule: sweep (statement that deletes or sets at most $5 '
  'rows as of $2 and gives their number), first (statement that gives when the oldest was due).';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'collection.retain', q.queue_id, '{reeve_worker,reeve_owner}', '1 hour', 'retain_sweep',
  NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';

-- A rule never changes its meaning: what an action did is read from the rule that it had.
ALTER TABLE reeve.rule
  ADD COLUMN relation regclass,
  ADD COLUMN sets_until boolean NOT NULL DEFAULT FALSE,
  DROP CONSTRAINT rule_name_key;

UPDATE reeve.rule r
SET relation = c.relation,
  sets_until = r.kind = 'hide' AND NOT coalesce(
    a.manifest #> ARRAY['collections', c.name] ? 'hidden', FALSE)
FROM reeve.collection c
JOIN reeve.app a USING (app)
WHERE c.collection_id = r.affected_id;

-- An effect may set more columns than an entry of an index has room for.
CREATE UNIQUE INDEX rule_meaning_key ON reeve.rule(
  app, verb, collection_id, name, kind, hash_array_extended(columns, 0), affected_id, relation,
  sets_until) NULLS NOT DISTINCT;

COMMENT ON COLUMN reeve.rule.relation IS 'The table of the affected collection.';

COMMENT ON COLUMN reeve.rule.sets_until IS
  'Whether the column that hides a row holds until when; else it holds a value.';

-- Causes may have written different columns: the base has a value for each.
SET LOCAL "TimeZone" = 'UTC';

UPDATE reeve.subject s
SET base = coalesce((
  SELECT jsonb_build_object(n, s.base_until)
  FROM reeve.effect e
  CROSS JOIN LATERAL jsonb_object_keys(e.before) n
  WHERE e.collection_id = s.collection_id AND e.key = s.key AND e.action_id = ANY (s.hidden_by)
  ORDER BY e.action_id LIMIT 1), '{}')
WHERE s.base IS NULL AND s.hidden_by <> '{}';

ALTER TABLE reeve.subject DROP COLUMN base_until;

COMMENT ON COLUMN reeve.subject.base IS
  'What each column that an action in hidden_by wrote held before the first of them, as an '
  'object; NULL where nothing hides the row.';

CREATE TABLE reeve.unrestored(
  collection_id int NOT NULL,
  key text NOT NULL,
  action_id bigint NOT NULL CONSTRAINT unrestored_action_fkey REFERENCES reeve.action,
  code text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  tries int NOT NULL DEFAULT 1,
  due_at timestamptz NOT NULL,
  CONSTRAINT unrestored_pkey PRIMARY KEY (collection_id, key, action_id)
);

COMMENT ON TABLE reeve.unrestored IS
  'Rows that an undo or the end of an action could not restore, because the app refused it; each '
  'is tried again.';

COMMENT ON COLUMN reeve.unrestored.action_id IS 'The action whose effect is still there.';

COMMENT ON COLUMN reeve.unrestored.code IS 'The SQLSTATE of the last refusal.';

COMMENT ON COLUMN reeve.unrestored.reason IS
  'The last refusal, with the constraint and its values, except personal ones.';

CREATE INDEX unrestored_action ON reeve.unrestored(action_id);

CREATE INDEX unrestored_due ON reeve.unrestored(due_at);

CREATE TYPE reeve.given AS (
  rule_id int,
  key text,
  action_ids bigint[],
  value jsonb,
  expect jsonb,
  columns text[],
  is_done boolean,
  code text,
  why text
);

COMMENT ON TYPE reeve.given IS
  'A row that an undo or an ending restores: the actions that changed it, by which rule; what its '
  'columns get, and must hold until then (NULL: anything); whether they have it; why not, or what '
  'is missing all the same; code: the SQLSTATE where the app refused it and it is tried again.';

-- An undo takes back the jobs that effects enqueued, so each action knows its jobs; and a job can
-- wait until others have ended in any way.

CREATE TABLE reeve.effect_job(
  job_id bigint CONSTRAINT effect_job_pkey PRIMARY KEY,
  action_id bigint NOT NULL CONSTRAINT effect_job_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL CONSTRAINT effect_job_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  job text NOT NULL,
  inverse jsonb,
  undone_by bigint CONSTRAINT effect_job_undone_by_fkey REFERENCES reeve.action,
  is_owed boolean NOT NULL DEFAULT FALSE,
  inverse_id bigint,
  CONSTRAINT effect_job_owed CHECK (NOT is_owed OR undone_by IS NOT NULL)
);

COMMENT ON TABLE reeve.effect_job IS
  'Jobs that effects of actions enqueued, and what became of them when the action ended.';

COMMENT ON COLUMN reeve.effect_job.job IS
  'Kind of the job, and the name or task in its arguments: what the jobs of one row are told '
  'apart by.';

COMMENT ON COLUMN reeve.effect_job.inverse IS
  'Kind and args of the job that reverses it, as they were when it was enqueued. NULL: the '
  'catalog declares none.';

COMMENT ON COLUMN reeve.effect_job.undone_by IS 'The action that ended the action of the job.';

COMMENT ON COLUMN reeve.effect_job.is_owed IS
  'It had begun and is not reversed yet, since another action in force enqueued the same job for '
  'the row.';

COMMENT ON COLUMN reeve.effect_job.inverse_id IS 'The job that reverses it. NULL: none was needed.';

CREATE INDEX effect_job_action ON reeve.effect_job(action_id);

CREATE INDEX effect_job_row ON reeve.effect_job(collection_id, key);

ALTER TABLE reeve.job_wait ADD any_end boolean NOT NULL DEFAULT FALSE;

COMMENT ON COLUMN reeve.job_wait.any_end IS
  'It waits until the others have ended in any way, not until they are completed.';

-- Written with BETWEEN, it came back in another form when it was made again from the server's own
-- text of it, so that an upgrade that restored it told a difference for ever.

ALTER TABLE reeve.batch DROP CONSTRAINT batch_seen,
  ADD CONSTRAINT batch_seen CHECK (changed >= 0 AND changed <= seen AND seen <= subjects);

-- A name is not a login: it can be given to another one while a proposal waits.
ALTER TABLE reeve.approval ADD COLUMN role_oid oid;

COMMENT ON COLUMN reeve.approval.role_oid IS
  'The role that proposed it, whatever it is called now; NULL for proposals of 0.2.0 and before.';

CREATE OR REPLACE FUNCTION reeve.approval_person() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.role_oid := (SELECT r.oid FROM pg_roles r WHERE r.rolname = NEW.proposed_by);
  END IF;
  -- An update may only add: a link that is gone by now counts as long as the proposal waits.
  NEW.proposers := ARRAY(
    SELECT u FROM unnest(reeve.person_logins(NEW.proposed_by, NEW.proposed_at)) u
    UNION SELECT NEW.proposed_by
    UNION SELECT r.rolname FROM pg_roles r WHERE r.oid = NEW.role_oid
    UNION SELECT u FROM unnest(CASE TG_OP WHEN 'UPDATE' THEN OLD.proposers END) u
    ORDER BY 1);
  RETURN NEW;
END
$$;

-- One job at a time lifts what is due.
INSERT INTO reeve.turn(name) VALUES ('lift');

-- What somebody did within the hour is counted by this index; a merge has a name and no policy.
DROP INDEX reeve.action_quota;
CREATE INDEX action_quota ON reeve.action((coalesce(principal, actor)), performed_at)
  WHERE (policy IS NOT NULL OR name IS NOT NULL) AND approval_id IS NULL;
