-- What actions left to decide: only of those in force that left something, or of which that is not
-- known.
ALTER TABLE reeve.action ADD COLUMN leaves boolean;
ALTER TABLE reeve.action ALTER COLUMN leaves SET DEFAULT FALSE;

COMMENT ON COLUMN reeve.action.leaves IS
  'Whether an effect with list: true found rows; NULL = performed before that was noted.';

CREATE INDEX action_leaving ON reeve.action(collection_id, verb, action_id)
  WHERE reversed_by IS NULL AND leaves IS NOT FALSE;
