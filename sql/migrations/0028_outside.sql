-- What actions do outside the database, such as at the provider by which an app's people sign in.

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'outside.deliver', q.queue_id, '{reeve_worker,reeve_owner}', NULL, NULL, NULL, TRUE
FROM reeve.queue q WHERE q.name = 'default';

CREATE TABLE reeve.outside(
  outside_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outside_pkey PRIMARY KEY,
  action_id bigint NOT NULL CONSTRAINT outside_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL CONSTRAINT outside_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  effect text NOT NULL,
  sends text NOT NULL,
  inverse text,
  is_inverse boolean NOT NULL DEFAULT FALSE,
  fields jsonb,
  state text NOT NULL DEFAULT 'pending' CONSTRAINT outside_state CHECK (
    state IN ('pending', 'sent', 'confirmed', 'failed', 'withdrawn')),
  is_reached boolean NOT NULL DEFAULT FALSE,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  sendings smallint NOT NULL DEFAULT 1,
  job_id bigint,
  lease int,
  error text,
  is_erased boolean NOT NULL DEFAULT FALSE,
  CONSTRAINT outside_once UNIQUE (action_id, effect, is_inverse),
  CONSTRAINT outside_ended CHECK (
    (state IN ('confirmed', 'failed', 'withdrawn')) = (ended_at IS NOT NULL)),
  CONSTRAINT outside_sent CHECK (
    state <> 'sent' OR num_nonnulls(sent_at, expires_at, job_id, lease) = 4)
);

COMMENT ON TABLE reeve.outside IS
  'Effects that actions have outside the database: what is sent for which subject, and what the '
  'receiver made of it. Those of one subject and effect are sent in the order of their ids.';

COMMENT ON COLUMN reeve.outside.action_id IS
  'The action that has the effect; of an inverse the undo, or the end, of such an action.';

COMMENT ON COLUMN reeve.outside.sends IS
  'The name under which it is sent: the effect, or the inverse of it.';

COMMENT ON COLUMN reeve.outside.inverse IS
  'What is sent to take it back, as the catalog said then. NULL: nothing takes it back.';

COMMENT ON COLUMN reeve.outside.fields IS
  'What is sent of the row, as it was when the action was performed. NULL: it could not be read, '
  'or an erasure has emptied it.';

COMMENT ON COLUMN reeve.outside.state IS
  'sent: somebody is sending it, or died while they did. confirmed: the receiver has answered as '
  'the worker''s manifest asks.';

COMMENT ON COLUMN reeve.outside.is_reached IS
  'Whether an attempt may have had the effect: it was confirmed, or its result is not known.';

COMMENT ON COLUMN reeve.outside.asked_at IS
  'When the action was performed, or a moderator last had it sent again.';

COMMENT ON COLUMN reeve.outside.expires_at IS
  'When the last attempt is over at the latest, whatever became of who made it.';

COMMENT ON COLUMN reeve.outside.ended_at IS 'When it was confirmed, failed or was withdrawn.';

COMMENT ON COLUMN reeve.outside.sendings IS
  'From 1, one more each time that a moderator sends it again.';

COMMENT ON COLUMN reeve.outside.job_id IS 'The job that sends it or has sent it.';

COMMENT ON COLUMN reeve.outside.error IS 'What the receiver, or the worker, said of the last try.';

COMMENT ON COLUMN reeve.outside.is_erased IS
  'An erasure has come by: once nothing has to be sent, fields and error are emptied.';

CREATE INDEX outside_due ON reeve.outside(due_at) WHERE state IN ('pending', 'sent');

CREATE INDEX outside_subject ON reeve.outside(collection_id, key, effect, outside_id);

CREATE INDEX outside_failed ON reeve.outside(outside_id) WHERE state = 'failed';

CREATE TABLE reeve.outside_binding(
  name text CONSTRAINT outside_binding_pkey PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

COMMENT ON TABLE reeve.outside_binding IS
  'What workers'' manifests send somewhere: names of effects and of their inverses, alone or after '
  'an app and a slash, and when a worker has said so last.';
