-- Foreign keys come back unvalidated with a cutover; whoever is killed before they are validated
-- leaves that to the next.

ALTER TABLE reeve.live_copy ADD COLUMN unvalidated jsonb NOT NULL DEFAULT '[]';

COMMENT ON COLUMN reeve.live_copy.unvalidated IS
  'Statements that validate the foreign keys that came back with the last cutover or rollback, '
  'each with its role; empty once they have run.';
