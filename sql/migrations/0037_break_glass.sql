-- A rank that somebody on call takes for a short time, named for it beforehand; what they did with
-- it is reviewed afterwards.

CREATE TABLE reeve.glass(
  glass_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT glass_pkey PRIMARY KEY,
  role_name text NOT NULL,
  role_oid oid NOT NULL,
  rank text NOT NULL CONSTRAINT glass_rank CHECK (rank IN ('moderator', 'senior')),
  reason text NOT NULL CONSTRAINT glass_reason_length CHECK (
    char_length(reason) BETWEEN 1 AND 2000),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text,
  reviewed_at timestamptz,
  reviewed_by text,
  review text CONSTRAINT glass_review_length CHECK (char_length(review) BETWEEN 1 AND 2000),
  CONSTRAINT glass_time CHECK (ends_at > begun_at AND ends_at <= begun_at + interval '4 hours'),
  CONSTRAINT glass_ended CHECK (
    (ended_at IS NULL) = (ended_by IS NULL) AND ended_at >= begun_at AND ended_at <= ends_at),
  CONSTRAINT glass_reviewed CHECK (
    num_nonnulls(reviewed_at, reviewed_by, review) IN (0, 3)
    AND reviewed_at >= coalesce(ended_at, ends_at))
);

COMMENT ON TABLE reeve.glass IS
  'Emergency ranks that were taken, written G3: by whom, which, why, for how long, and what '
  'another person said of it afterwards.';

COMMENT ON COLUMN reeve.glass.role_oid IS 'The role that took it.';

COMMENT ON COLUMN reeve.glass.ended_at IS 'When it was ended early; NULL: it ends at ends_at.';

-- One at a time, and none before the last one was reviewed.
CREATE UNIQUE INDEX glass_unreviewed ON reeve.glass(role_name) WHERE reviewed_at IS NULL;

CREATE INDEX glass_login ON reeve.glass(role_name, begun_at);

CREATE INDEX approval_glass ON reeve.approval(key, decided_at DESC, approval_id DESC)
  WHERE verb IN ('glass.name', 'glass.drop') AND state = 'executed';

COMMENT ON INDEX reeve.approval_glass IS 'Who may take which rank in an emergency.';
