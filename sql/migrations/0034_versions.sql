-- The oldest versions of their apps that people may use: for each platform, the proposal that was
-- approved last.

CREATE INDEX approval_version ON reeve.approval(key, decided_at DESC, approval_id DESC)
  WHERE verb = 'versions.set' AND state = 'executed';

COMMENT ON INDEX reeve.approval_version IS 'Which version is the oldest allowed.';
