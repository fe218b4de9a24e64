-- Four eyes: what needs a second person, as data; what waits for one; who of the team is whom in
-- the apps.

CREATE TABLE reeve.approval_rule(
  app text CONSTRAINT approval_rule_app_fkey REFERENCES reeve.app,
  name text NOT NULL,
  kinds text[],
  collections text[],
  ranks text[],
  is_permanent boolean NOT NULL DEFAULT FALSE,
  is_protected boolean NOT NULL DEFAULT FALSE,
  people int CONSTRAINT approval_rule_people CHECK (people >= 0),
  rows int CONSTRAINT approval_rule_rows CHECK (rows >= 0),
  irreversible int CONSTRAINT approval_rule_irreversible CHECK (irreversible >= 0),
  quota int CONSTRAINT approval_rule_quota CHECK (quota >= 0),
  -- An app of NULL stands for every app that has no rules of its own: one such rule a name.
  CONSTRAINT approval_rule_key UNIQUE NULLS NOT DISTINCT (app, name)
);

COMMENT ON TABLE reeve.approval_rule IS
  'An action needs a second person when all that one of these says holds; NULL says nothing.';

COMMENT ON COLUMN reeve.approval_rule.app IS 'NULL = apps whose catalog has no rules.';

COMMENT ON COLUMN reeve.approval_rule.ranks IS 'Of whoever acts.';

COMMENT ON COLUMN reeve.approval_rule.is_permanent IS 'It has no end.';

COMMENT ON COLUMN reeve.approval_rule.is_protected IS 'A tag protects its subject.';

COMMENT ON COLUMN reeve.approval_rule.people IS 'More people than these are told.';

COMMENT ON COLUMN reeve.approval_rule.rows IS 'More rows than these change.';

COMMENT ON COLUMN reeve.approval_rule.irreversible IS 'More rows than these cannot come back.';

COMMENT ON COLUMN reeve.approval_rule.quota IS
  'Whoever acts did more than these within the hour, not counting what a second person approved.';

INSERT INTO reeve.approval_rule(name, kinds, is_permanent)
VALUES ('permanent', '{ban,delete}', TRUE);

INSERT INTO reeve.approval_rule(name, is_protected) VALUES ('protected', TRUE);

INSERT INTO reeve.approval_rule(name, people) VALUES ('people', 250);

INSERT INTO reeve.approval_rule(name, quota) VALUES ('quota', 100);

CREATE TABLE reeve.approval(
  approval_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT approval_pkey PRIMARY KEY,
  verb text NOT NULL,
  collection_id int NOT NULL CONSTRAINT approval_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
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
  action_id bigint CONSTRAINT approval_action_key UNIQUE
    CONSTRAINT approval_action_fkey REFERENCES reeve.action,
  is_single_handed boolean NOT NULL DEFAULT FALSE,
  CONSTRAINT approval_decided CHECK (
    (state = 'proposed') = (decided_at IS NULL) AND (state = 'proposed') = (decided_by IS NULL)),
  CONSTRAINT approval_executed CHECK ((state = 'executed') = (action_id IS NOT NULL)),
  CONSTRAINT approval_other_person CHECK (
    state <> 'executed' OR is_single_handed = (decided_by = proposed_by)),
  CONSTRAINT approval_single_handed CHECK (
    NOT is_single_handed OR decided_at >= proposed_at + interval '1 hour')
);

COMMENT ON TABLE reeve.approval IS
  'Actions that wait, or waited, for a second person. Nobody approves their own, but one who is '
  'alone, after an hour.';

COMMENT ON COLUMN reeve.approval.args IS 'What the action was given; free text, erasable.';

COMMENT ON COLUMN reeve.approval.ceiling IS 'What it would have done then; it may not do worse.';

COMMENT ON COLUMN reeve.approval.rules IS 'Why it needs a second person.';

CREATE INDEX approval_open ON reeve.approval(lapses_at) WHERE state = 'proposed';

ALTER TABLE reeve.action ADD COLUMN approval_id bigint
  CONSTRAINT action_approval_fkey REFERENCES reeve.approval;

COMMENT ON COLUMN reeve.action.approval_id IS 'Whose approval it had; the actor approved it.';

-- What somebody did for breaches within the hour, approved actions aside.
CREATE INDEX action_quota ON reeve.action((coalesce(principal, actor)), performed_at)
WHERE policy IS NOT NULL AND approval_id IS NULL;

CREATE TABLE reeve.member_subject(
  collection_id int NOT NULL CONSTRAINT member_subject_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  role_name text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT member_subject_pkey PRIMARY KEY (collection_id, key, role_name)
);

COMMENT ON TABLE reeve.member_subject IS
  'Which rows of the apps are people of the team: nobody acts on themselves, peers or above.';
