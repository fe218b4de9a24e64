-- Who belongs to the team is decided by two people; every command keeps the program and the
-- address that it came from; a masked view shows nothing to whom this database gives no rank.

ALTER TABLE reeve.approval ALTER COLUMN collection_id DROP NOT NULL;

COMMENT ON COLUMN reeve.approval.collection_id IS 'NULL for a change of the team: key is a login.';

ALTER TABLE reeve.approval DROP CONSTRAINT approval_executed;

ALTER TABLE reeve.approval ADD CONSTRAINT approval_executed CHECK (
  (state = 'executed' AND collection_id IS NOT NULL) = (action_id IS NOT NULL));

ALTER TABLE reeve.command ADD COLUMN program text, ADD COLUMN address inet;

COMMENT ON COLUMN reeve.command.program IS 'application_name, as the client gave it.';

COMMENT ON COLUMN reeve.command.address IS 'The client''s; NULL = a local socket.';

CREATE INDEX command_actor ON reeve.command(actor, command_id);

CREATE INDEX command_principal ON reeve.command(principal, command_id) WHERE principal IS NOT NULL;

CREATE INDEX command_at ON reeve.command(at);

-- A change of the team has no collection; its key is the login that it is about.
CREATE OR REPLACE FUNCTION reeve.chain_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  head reeve.chain_head;
  moment bigint;
  target text := CASE WHEN NEW.collection_id IS NULL THEN 'team:' || NEW.key ELSE (
    SELECT c.app || '/' || c.name || coalesce(':' || NEW.key, '')
    FROM reeve.collection c WHERE c.collection_id = NEW.collection_id) END;
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

-- Grants are the cluster's, ranks the database's: a view asks for both.
GRANT CREATE ON SCHEMA reeve_view TO reeve_hand;

SET LOCAL ROLE reeve_hand;

DO $do$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('CREATE OR REPLACE VIEW reeve_view.%I WITH (security_barrier) AS %s '
      'WHERE (SELECT reeve.member_rank()) IS NOT NULL', c.relname,
      rtrim(pg_get_viewdef(c.oid), ';'))
    FROM pg_class c
    WHERE c.relnamespace = 'reeve_view'::regnamespace AND c.relkind = 'v'
      AND c.relowner = 'reeve_hand'::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
END
$do$;

SET LOCAL ROLE reeve_owner;

REVOKE CREATE ON SCHEMA reeve_view FROM reeve_hand;
