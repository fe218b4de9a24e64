-- What waits for whoever sits down at the console: who claimed a case, and the latest dead letters.

-- Not on claimed_until, which every look at a case moves.
CREATE INDEX case_claimed ON reeve.case(claimed_by) WHERE claimed_by IS NOT NULL;

CREATE INDEX job_dead_at ON reeve.job_dead(died_at);

-- Which case an action was about, for statements of reasons.
CREATE INDEX case_action_action ON reeve.case_action(action_id);

ALTER TABLE reeve.approval
  ADD COLUMN case_id bigint CONSTRAINT approval_case_fkey REFERENCES reeve.case;

COMMENT ON COLUMN reeve.approval.case_id IS 'What the action will be about.';

CREATE INDEX approval_case ON reeve.approval(case_id) WHERE case_id IS NOT NULL;
