-- Cron: a schedule fires at every interval, or when the clock of a zone shows what its expression
-- says.

CREATE TYPE reeve.cron_fields AS (
  seconds bigint,
  minutes bigint,
  hours bigint,
  days bigint,
  months bigint,
  weekdays bigint,
  needs_both boolean
);

COMMENT ON TYPE reeve.cron_fields IS
  'A cron expression: one bit a value it lets through; bit 0 of days is the last of the month, '
  'bit 0 of weekdays is Sunday.';

COMMENT ON COLUMN reeve.cron_fields.needs_both IS
  'Whether days and weekdays must both fit (one of them began with *), or either.';

ALTER TABLE reeve.cron
  ALTER every DROP NOT NULL,
  ADD expression text CONSTRAINT cron_expression_length CHECK (char_length(expression) <= 500),
  ADD zone text NOT NULL DEFAULT 'UTC',
  ADD missed text NOT NULL DEFAULT 'last'
    CONSTRAINT cron_missed CHECK (missed IN ('skip', 'last', 'all')),
  ADD most int NOT NULL DEFAULT 100 CONSTRAINT cron_most CHECK (most BETWEEN 1 AND 100),
  ADD overlap text NOT NULL DEFAULT 'skip'
    CONSTRAINT cron_overlap CHECK (overlap IN ('allow', 'skip', 'queue')),
  ADD waiting_at timestamptz,
  ADD CONSTRAINT cron_when CHECK ((every IS NULL) <> (expression IS NULL)),
  ADD CONSTRAINT cron_catch_up CHECK (missed <> 'all' OR overlap = 'allow'),
  ADD CONSTRAINT cron_waiting CHECK (waiting_at IS NULL OR overlap = 'queue');

COMMENT ON TABLE reeve.cron IS 'Schedules: when they fire, and what becomes of what was missed.';

COMMENT ON COLUMN reeve.cron.zone IS 'Whose clock the expression is about; an IANA name.';

COMMENT ON COLUMN reeve.cron.missed IS
  'Of occurrences that no worker was there for: none fires a minute late (skip), the last does, or '
  'all do, the newest most of them.';

COMMENT ON COLUMN reeve.cron.overlap IS
  'While the job before is live: allow another, skip, or let one occurrence wait (queue).';

COMMENT ON COLUMN reeve.cron.waiting_at IS 'The occurrence that waits for the job before it.';

ALTER TABLE reeve.cron_fire
  ALTER occurrences DROP NOT NULL,
  ADD last_at timestamptz,
  DROP CONSTRAINT cron_fire_skipped,
  ADD CONSTRAINT cron_fire_skipped CHECK (skipped IN ('missed', 'overlap', 'paused'));

COMMENT ON COLUMN reeve.cron_fire.occurrences IS
  'A run of skipped occurrences is one row: how many, from fire_at to last_at; NULL = over 1000, '
  'which nobody counted.';

COMMENT ON COLUMN reeve.cron_fire.last_at IS 'The last of a run; NULL = fire_at.';

CREATE TABLE reeve.cron_reason(
  command_id bigint CONSTRAINT cron_reason_pkey PRIMARY KEY
    CONSTRAINT cron_reason_command_fkey REFERENCES reeve.command,
  app text NOT NULL,
  name text NOT NULL,
  reason text CONSTRAINT cron_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.cron_reason IS
  'Which schedule a command ran, paused or resumed, and its reason; free text, kept off the chain.';
