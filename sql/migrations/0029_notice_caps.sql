-- How many notices an app sends within a time, when none are sent, and which have been read.

CREATE TABLE reeve.notice_setting(
  app text CONSTRAINT notice_setting_pkey PRIMARY KEY
    CONSTRAINT notice_setting_app_fkey REFERENCES reeve.app,
  zone text NOT NULL,
  quiet_from time,
  quiet_until time,
  CONSTRAINT notice_setting_quiet CHECK (
    (quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until)
);

COMMENT ON TABLE reeve.notice_setting IS 'What an app''s catalog says of all its notices.';

COMMENT ON COLUMN reeve.notice_setting.zone IS
  'The time zone of people whose own is unknown, or no zone that the server knows.';

COMMENT ON COLUMN reeve.notice_setting.quiet_from IS
  'From this time of the recipient''s day, until quiet_until, notices that are not urgent wait; '
  'NULL: none do.';

CREATE TABLE reeve.notice_template(
  app text CONSTRAINT notice_template_app_fkey REFERENCES reeve.app,
  name text,
  channel text,
  is_urgent boolean NOT NULL,
  CONSTRAINT notice_template_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.notice_template IS
  'Templates of notices that have a channel or are urgent, whatever their language.';

COMMENT ON COLUMN reeve.notice_template.channel IS
  'A word of the catalog by which the app''s sender knows how to send it; NULL: none.';

COMMENT ON COLUMN reeve.notice_template.is_urgent IS 'Whether it is sent in quiet hours, too.';

CREATE TABLE reeve.notice_cap(
  cap_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT notice_cap_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT notice_cap_app_fkey REFERENCES reeve.app,
  channel text,
  template text,
  is_per_recipient boolean NOT NULL,
  within interval NOT NULL CONSTRAINT notice_cap_within CHECK (within >= '1 second'),
  most int NOT NULL CONSTRAINT notice_cap_most CHECK (most BETWEEN 1 AND 10000),
  CONSTRAINT notice_cap_key UNIQUE NULLS NOT DISTINCT (
    app, channel, template, is_per_recipient, within)
);

COMMENT ON TABLE reeve.notice_cap IS
  'How many messages of an app are sent within any stretch of time, as its catalog says.';

COMMENT ON COLUMN reeve.notice_cap.channel IS 'Only those of this channel; NULL: of any.';

COMMENT ON COLUMN reeve.notice_cap.template IS 'Only those of this template; NULL: of any.';

COMMENT ON COLUMN reeve.notice_cap.is_per_recipient IS
  'Whether each person''s are counted, or those of all people together.';

CREATE TABLE reeve.notice_slot(
  cap_id int CONSTRAINT notice_slot_cap_fkey REFERENCES reeve.notice_cap ON DELETE CASCADE,
  collection_id int,
  key text,
  slot int,
  free_at timestamptz NOT NULL,
  outbox_id bigint,
  CONSTRAINT notice_slot_pkey PRIMARY KEY (cap_id, collection_id, key, slot)
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.notice_slot IS
  'Of each cap, and of each person where it is per recipient, as many slots as messages may be '
  'sent within its time. A message needs a slot that is free, and takes it for that time.';

COMMENT ON COLUMN reeve.notice_slot.collection_id IS 'The person''s collection; 0: of all people.';

COMMENT ON COLUMN reeve.notice_slot.key IS 'The person''s key; empty: of all people.';

COMMENT ON COLUMN reeve.notice_slot.free_at IS 'After this instant it is free.';

COMMENT ON COLUMN reeve.notice_slot.outbox_id IS 'The message that took it last; NULL: none yet.';

CREATE TABLE reeve.notice_read(
  outbox_id bigint CONSTRAINT notice_read_pkey PRIMARY KEY
    CONSTRAINT notice_read_outbox_fkey REFERENCES reeve.outbox,
  read_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.notice_read IS 'Messages that their recipient has read, as the app tells.';

ALTER TABLE reeve.outbox ADD COLUMN held text CONSTRAINT outbox_held_reason CHECK (
  held IN ('cap', 'quiet'));

COMMENT ON COLUMN reeve.outbox.held IS
  'Why due_at was put off: a cap of the recipient''s, or quiet hours; NULL: it was not.';

CREATE INDEX outbox_lane ON reeve.outbox(collection_id, template, due_at, outbox_id)
WHERE state = 'queued';

CREATE INDEX outbox_waiting ON reeve.outbox(collection_id, key, outbox_id)
WHERE state = 'queued';

CREATE INDEX outbox_arrived ON reeve.outbox(collection_id, key, outbox_id)
WHERE state = 'sent' AND sent_with IS NULL;
