-- Each act has an id before it is sent, by which the server says later what became of it.

CREATE TABLE reeve.act(
  act_id uuid CONSTRAINT act_pkey PRIMARY KEY,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  xid xid8
);

CREATE INDEX act_actor ON reeve.act(actor, at);

COMMENT ON TABLE reeve.act IS
  'Acts of consoles: a row is written by the transaction of its act, so it is there if that was '
  'committed; rows older than 30 days are removed.';

COMMENT ON COLUMN reeve.act.act_id IS 'Chosen at random by the program that acts.';

COMMENT ON COLUMN reeve.act.xid IS
  'The transaction of the act; NULL where somebody asked before it was committed, so that it never '
  'can be.';

ALTER TABLE reeve.command ADD COLUMN xid xid8;

ALTER TABLE reeve.command ALTER COLUMN xid SET DEFAULT pg_current_xact_id();

COMMENT ON COLUMN reeve.command.xid IS
  'The transaction that recorded it, by which reeve.act_outcome finds it; NULL of old commands.';

CREATE INDEX command_xid ON reeve.command(xid) WHERE xid IS NOT NULL;

-- Each version of a notice is sealed by the command that made it, and a subject's version is the
-- number of effects that hid it or showed it again.

ALTER TABLE reeve.outbox ADD COLUMN salt uuid, ADD COLUMN version int NOT NULL DEFAULT 0,
  ADD COLUMN xid xid8 NOT NULL DEFAULT '0';

ALTER TABLE reeve.outbox ALTER COLUMN salt SET DEFAULT gen_random_uuid(),
  ALTER COLUMN version SET DEFAULT 1, ALTER COLUMN xid SET DEFAULT pg_current_xact_id();

COMMENT ON COLUMN reeve.outbox.salt IS 'Another one with each version; see reeve.notice_digest.';

COMMENT ON COLUMN reeve.outbox.version IS
  'From 1, one more with each change; 0 = before this release, not sealed yet.';

COMMENT ON COLUMN reeve.outbox.xid IS 'The transaction of its latest change.';

CREATE INDEX outbox_xid ON reeve.outbox(xid);

CREATE TABLE reeve.outbox_seal(
  outbox_id bigint NOT NULL,
  version int NOT NULL,
  command_id bigint NOT NULL,
  digest bytea NOT NULL CONSTRAINT outbox_seal_digest_length CHECK (octet_length(digest) = 32),
  CONSTRAINT outbox_seal_pkey PRIMARY KEY (outbox_id, version)
);

COMMENT ON TABLE reeve.outbox_seal IS
  'Versions of notices as the commands that made them sealed them; see reeve.notice_digest. The '
  'command''s content has the digest of its rows.';

CREATE INDEX outbox_seal_command ON reeve.outbox_seal(command_id);

CREATE FUNCTION reeve.outbox_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  NEW.salt := gen_random_uuid();
  NEW.version := OLD.version + 1;
  NEW.xid := pg_current_xact_id();
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION reeve.outbox_change() IS
  'Makes each change of a notice a version of its own, which the command behind it seals.';

CREATE TRIGGER outbox_change BEFORE UPDATE ON reeve.outbox
FOR EACH ROW EXECUTE FUNCTION reeve.outbox_change();

UPDATE reeve.subject s SET version = v.version
FROM (
  SELECT e.collection_id, e.key, count(*) AS version
  FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
  WHERE r.kind = 'hide'
  GROUP BY e.collection_id, e.key) v
WHERE s.collection_id = v.collection_id AND s.key = v.key AND s.version <> v.version;

COMMENT ON COLUMN reeve.subject.version IS
  'How many effects have hidden it or shown it again; plans are refused where it has changed.';
