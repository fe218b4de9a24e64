-- What a report of a rule proposes, so that an action in force which answers it opens no case.

ALTER TABLE reeve.report ADD COLUMN proposes text;

COMMENT ON COLUMN reeve.report.proposes IS
  'The verb that a rule proposes, and for how long, such as suspend for 7d; NULL = nothing.';

COMMENT ON COLUMN reeve.report.withdrawn_by IS
  'The action because of which it is in no case, or counts in it no more: the undo after which the '
  'strikes did not come to the threshold, or one in force that does what it proposes.';

CREATE INDEX report_withdrawn ON reeve.report(withdrawn_by) WHERE withdrawn_by IS NOT NULL;
