-- Merges of the accounts of one person: a kind of action, whose argument is the account that stays.

ALTER TABLE reeve.action_kind DROP CONSTRAINT action_kind_argument,
  ADD CONSTRAINT action_kind_argument CHECK (argument IN ('text', 'tag', 'limit', 'account'));

COMMENT ON COLUMN reeve.action_kind.argument IS
  'What follows the subject: a text, a tag, a limit of the collection, or another account of the '
  'collection; NULL for nothing.';

ALTER TABLE reeve.mark DROP CONSTRAINT mark_name,
  ADD CONSTRAINT mark_name CHECK (kind = 'merge' OR name ~ '^[a-z][a-z0-9_-]{0,39}$');

COMMENT ON TABLE reeve.mark IS 'Tags, limits, verifications and merges of subjects, each by its '
  'action: in force while until lies in the future.';

COMMENT ON COLUMN reeve.mark.name IS
  'The tag, the limit or the verb; of a merge, the key of the account that stays.';

INSERT INTO reeve.action_kind(name, rank, needs_policy, ends, danger, needs_enforcement, is_marking,
  has_window, argument, needs_reason, hides, bars, is_measure, is_final, help)
VALUES
  ('merge', 'moderator', FALSE, 'always', 'moderate', TRUE, TRUE, FALSE,
    'account', FALSE, TRUE, FALSE, FALSE, FALSE,
    'merge an account into another one of the same person; what it owns moves there');
