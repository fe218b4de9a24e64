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
