-- Which case an action was about, for statements of reasons.
CREATE INDEX case_action_action ON reeve.case_action(action_id);
