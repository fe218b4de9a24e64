-- What an undo takes back besides rows: reports of strikes, and the cases made of them. Who decides
-- an appeal where everybody had a part in the action. What an app's own triggers keep.

ALTER TABLE reeve.complaint
  ADD COLUMN threshold int,
  ADD COLUMN withdrawn_by bigint REFERENCES reeve.action(action_id);

COMMENT ON COLUMN reeve.complaint.threshold IS
  'How many strikes it takes for what it proposes; NULL = it is not about strikes.';

COMMENT ON COLUMN reeve.complaint.withdrawn_by IS
  'The undo after which the strikes did not come to the threshold any more.';

CREATE INDEX complaint_strikes ON reeve.complaint(collection_id, key)
WHERE threshold IS NOT NULL AND withdrawn_by IS NULL;

DROP INDEX reeve.complaint_waiting;

CREATE INDEX complaint_waiting ON reeve.complaint(complaint_id)
WHERE case_id IS NULL AND withdrawn_by IS NULL;

ALTER TABLE reeve.case
  DROP CONSTRAINT case_outcome,
  ADD CONSTRAINT case_outcome
    CHECK (outcome = ANY ('{upheld,dismissed,duplicate,withdrawn}'::text[]));

ALTER TABLE reeve.appeal
  ADD COLUMN is_single_handed boolean NOT NULL DEFAULT FALSE,
  DROP CONSTRAINT appeal_other_person,
  ADD CONSTRAINT appeal_other_person
    CHECK (decided_by <> ALL (actors) OR is_single_handed);

COMMENT ON COLUMN reeve.appeal.actors IS
  'Who did the action, and who proposed it: those who may not decide, unless nobody else can.';

COMMENT ON COLUMN reeve.appeal.is_single_handed IS
  'Decided by somebody who had a part in the action, since nobody else of the team could.';

ALTER TABLE reeve.collection ADD COLUMN kept_columns text[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.collection.kept_columns IS
  'Columns that the app''s own triggers set when Reeve writes a row: an undo cannot give them '
  'back.';

-- What one act owes one person goes out as one notice.
ALTER TABLE reeve.outbox
  ADD COLUMN act text,
  ADD COLUMN sent_with bigint REFERENCES reeve.outbox(outbox_id);

COMMENT ON COLUMN reeve.outbox.act IS
  'The act that owes it: an action, a batch or a case, such as A12, B7 or C5; of an undo the '
  'action that it takes back. What one act owes one person goes out together.';

COMMENT ON COLUMN reeve.outbox.sent_with IS
  'The notice whose message has the text of this one, too.';

CREATE INDEX outbox_act ON reeve.outbox(act, collection_id, key, outbox_id) WHERE state = 'queued';

CREATE INDEX outbox_sent_with ON reeve.outbox(sent_with) WHERE sent_with IS NOT NULL;
