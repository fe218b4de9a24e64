-- Moderation: an event log (command, action, effect) and its projection (subject), the notices that
-- an action owes (outbox), and the chain that makes the log tamper-evident.
--
-- Why the chain is sealed in a deferred trigger: the head row is one lock for all admins. Taken
-- when the command runs, one open transaction would stop everybody; taken at commit it is held for
-- the length of a commit. The manifest digest, which may cover 100,000 effects, is therefore
-- computed before, by the command itself, and only its 32 bytes enter the seal.

CREATE TABLE reeve.command(
  command_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT command_pkey PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  principal text,
  kind text NOT NULL,
  collection_id int CONSTRAINT command_collection_fkey REFERENCES reeve.collection,
  key text,
  outcome text NOT NULL CONSTRAINT command_outcome CHECK (outcome IN ('done', 'refused')),
  code text,
  action_id bigint,
  batch_id bigint,
  manifest bytea NOT NULL CONSTRAINT command_manifest_length CHECK (octet_length(manifest) = 32),
  CONSTRAINT command_code CHECK ((outcome = 'refused') = (code IS NOT NULL))
);

COMMENT ON TABLE reeve.command IS 'Every command that committed, refused ones too; append-only.';

COMMENT ON COLUMN reeve.command.actor IS 'session_user, or system:<job kind>.';

COMMENT ON COLUMN reeve.command.principal IS 'For deferred work: who caused it.';

COMMENT ON COLUMN reeve.command.manifest IS
  'sha256 over the effects, ordered by collection and key.';

CREATE INDEX command_subject ON reeve.command(collection_id, key, command_id);

CREATE TABLE reeve.chain(
  seq bigint CONSTRAINT chain_pkey PRIMARY KEY,
  us bigint NOT NULL,
  command_id bigint NOT NULL CONSTRAINT chain_command_key UNIQUE
    CONSTRAINT chain_command_fkey REFERENCES reeve.command,
  actor text NOT NULL,
  principal text,
  kind text NOT NULL,
  subject text,
  batch text,
  manifest bytea NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL
);

COMMENT ON TABLE reeve.chain IS
  'One sealed entry a command: hash = sha256(prev, version 1, seq, us, length-prefixed fields).';

COMMENT ON COLUMN reeve.chain.us IS 'Microseconds since 1970-01-01 UTC, by the server''s clock.';

CREATE TABLE reeve.chain_head(
  is_only boolean DEFAULT TRUE CONSTRAINT chain_head_pkey PRIMARY KEY
    CONSTRAINT chain_head_single CHECK (is_only),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);

COMMENT ON TABLE reeve.chain_head IS 'The last entry; the lock that orders commits.';

INSERT INTO reeve.chain_head(seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE TABLE reeve.anchor(
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  place text NOT NULL,
  anchored_by text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT anchor_pkey PRIMARY KEY (seq, place)
);

COMMENT ON TABLE reeve.anchor IS 'Heads that were written down outside the database, and where.';

CREATE FUNCTION reeve.bytes_prefix(field bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN field IS NULL THEN int4send(-1) ELSE int4send(octet_length(field)) || field END;

COMMENT ON FUNCTION reeve.bytes_prefix(bytea) IS
  'Length-prefixed bytes: int4 length (big-endian, -1 for NULL), then the bytes.';

CREATE FUNCTION reeve.chain_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  head reeve.chain_head;
  moment bigint;
  target text := (
    SELECT c.app || '/' || c.name || coalesce(':' || NEW.key, '')
    FROM reeve.collection c WHERE c.collection_id = NEW.collection_id);
  sealed bytea;
BEGIN
  SELECT * INTO STRICT head FROM reeve.chain_head FOR UPDATE;
  moment := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  sealed := sha256(
    head.hash || '\x01'::bytea || int8send(head.seq + 1) || int8send(moment)
    || reeve.bytes_prefix(convert_to(NEW.command_id::text, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.actor, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.principal, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.kind, 'UTF8'))
    || reeve.bytes_prefix(convert_to(target, 'UTF8'))
    || reeve.bytes_prefix(convert_to(NEW.batch_id::text, 'UTF8'))
    || reeve.bytes_prefix(NEW.manifest));
  INSERT INTO reeve.chain(
    seq, us, command_id, actor, principal, kind, subject, batch, manifest, prev, hash)
  VALUES (
    head.seq + 1, moment, NEW.command_id, NEW.actor, NEW.principal, NEW.kind, target,
    NEW.batch_id::text, NEW.manifest, head.hash, sealed);
  UPDATE reeve.chain_head SET seq = head.seq + 1, hash = sealed;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.chain_seal() IS
  'Seals one command at commit. Locks the head row until the commit is over.';

CREATE CONSTRAINT TRIGGER command_seal AFTER INSERT ON reeve.command
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reeve.chain_seal();

CREATE TABLE reeve.action(
  action_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT action_pkey PRIMARY KEY,
  kind text NOT NULL,
  collection_id int NOT NULL CONSTRAINT action_collection_fkey REFERENCES reeve.collection,
  key text,
  actor text NOT NULL,
  principal text,
  policy text,
  grace interval NOT NULL DEFAULT '0',
  reason text CONSTRAINT action_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000),
  until timestamptz,
  reverses bigint CONSTRAINT action_reverses_fkey REFERENCES reeve.action,
  reversed_by bigint CONSTRAINT action_reversed_by_fkey REFERENCES reeve.action,
  horizon xid8,
  performed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.action IS 'What was done, on whom, by whom, why; the reason is erasable.';

COMMENT ON COLUMN reeve.action.until IS
  'End of a restriction; infinity = without end; NULL = none.';

COMMENT ON COLUMN reeve.action.horizon IS
  'Set by the first sweep after the commit: transactions below it may still add rows.';

CREATE INDEX action_subject ON reeve.action(collection_id, key, action_id);

CREATE INDEX action_due ON reeve.action(until)
WHERE until < 'infinity' AND reversed_by IS NULL;

CREATE UNIQUE INDEX action_reverses_once ON reeve.action(reverses) WHERE reverses IS NOT NULL;

CREATE TABLE reeve.effect(
  action_id bigint NOT NULL CONSTRAINT effect_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL,
  key text NOT NULL,
  rule_id int NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  is_reversible boolean NOT NULL,
  undone_by bigint,
  CONSTRAINT effect_pkey PRIMARY KEY (action_id, collection_id, key)
);

COMMENT ON TABLE reeve.effect IS 'Each row an action changed: its columns before and after.';

CREATE TABLE reeve.subject(
  collection_id int NOT NULL CONSTRAINT subject_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  hidden_by bigint[] NOT NULL DEFAULT '{}',
  hidden_until timestamptz,
  base_until timestamptz,
  CONSTRAINT subject_pkey PRIMARY KEY (collection_id, key),
  CONSTRAINT subject_hidden CHECK ((hidden_by = '{}') = (hidden_until IS NULL))
);

COMMENT ON TABLE reeve.subject IS
  'Moderation state of one row: hidden while any action in hidden_by is in force.';

COMMENT ON COLUMN reeve.subject.hidden_until IS 'Maximum over the actions in hidden_by.';

COMMENT ON COLUMN reeve.subject.base_until IS
  'What the app''s own column held before the first action; given back with the last.';

CREATE INDEX effect_target ON reeve.effect(collection_id, key, action_id);

CREATE INDEX subject_hidden ON reeve.subject(collection_id, hidden_until)
WHERE hidden_until IS NOT NULL;

CREATE TABLE reeve.label(
  collection_id int NOT NULL CONSTRAINT label_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  label text NOT NULL,
  CONSTRAINT label_pkey PRIMARY KEY (collection_id, key)
);

COMMENT ON TABLE reeve.label IS 'Last known label of acted-on subjects; personal, erasable.';

CREATE TABLE reeve.outbox(
  outbox_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
  action_id bigint NOT NULL CONSTRAINT outbox_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL,
  key text NOT NULL,
  about text NOT NULL,
  template text NOT NULL,
  locale text NOT NULL,
  zone text NOT NULL,
  arguments jsonb NOT NULL,
  due_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'queued' CONSTRAINT outbox_state CHECK (
    state IN ('queued', 'sent', 'withdrawn', 'failed')),
  sent_at timestamptz,
  error text,
  corrects bigint CONSTRAINT outbox_corrects_fkey REFERENCES reeve.outbox,
  CONSTRAINT outbox_once UNIQUE (action_id, collection_id, key, template, about)
);

COMMENT ON TABLE reeve.outbox IS 'Notices owed: recipient (collection, key), text by template.';

COMMENT ON COLUMN reeve.outbox.about IS 'Collection:key of the row the notice is about.';

COMMENT ON COLUMN reeve.outbox.corrects IS 'The sent notice that this one takes back.';

CREATE INDEX outbox_due ON reeve.outbox(due_at) WHERE state = 'queued';

GRANT SELECT(seq, hash) ON reeve.chain_head TO reeve_viewer;
