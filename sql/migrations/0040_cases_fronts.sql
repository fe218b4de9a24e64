-- While any snapshot is held, as by a dump, dead rows stay: what each action writes is found
-- without walking over what earlier ones left.

-- By backend, a session would walk over all of its earlier orders.
ALTER TABLE reeve.cell_order RENAME COLUMN backend TO xact_id;

ALTER TABLE reeve.cell_order ALTER COLUMN xact_id TYPE xid8 USING xact_id::text::xid8;

COMMENT ON COLUMN reeve.cell_order.xact_id IS 'pg_current_xact_id() of the transaction.';

-- An index of what waits has an entry for all that ever waited, until they can be removed.
CREATE TABLE reeve.report_front(
  is_only boolean DEFAULT TRUE CONSTRAINT report_front_pkey PRIMARY KEY
    CONSTRAINT report_front_single CHECK (is_only),
  report_id bigint NOT NULL,
  looked_at timestamptz NOT NULL
);

COMMENT ON TABLE reeve.report_front IS 'Where an intake begins to look for reports that wait.';

COMMENT ON COLUMN reeve.report_front.report_id IS
  'None waited up to this one, but of transactions that had not committed yet.';

COMMENT ON COLUMN reeve.report_front.looked_at IS
  'When all reports were last looked through, which is done once a minute.';

INSERT INTO reeve.report_front(report_id, looked_at) VALUES (0, '-infinity');

-- By its number the last head is found, and not its predecessors.
ALTER TABLE reeve.chain_head DROP CONSTRAINT chain_head_pkey,
  ADD CONSTRAINT chain_head_pkey PRIMARY KEY (seq),
  ADD COLUMN sealed_below xid8 NOT NULL DEFAULT '0',
  ADD COLUMN looked_at timestamptz NOT NULL DEFAULT '-infinity';

COMMENT ON COLUMN reeve.chain_head.sealed_below IS
  'No command of a transaction below this one waited to be sealed.';

COMMENT ON COLUMN reeve.chain_head.looked_at IS
  'When all that waited was last looked through, which is done once a minute.';
