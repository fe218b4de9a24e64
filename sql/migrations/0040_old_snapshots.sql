-- While any snapshot is held, as by a dump, dead rows stay: what each action writes is found
-- without walking over what earlier ones left.

-- By backend, a session would walk over all of its earlier orders.
ALTER TABLE reeve.cell_order RENAME COLUMN backend TO xact_id;

ALTER TABLE reeve.cell_order ALTER COLUMN xact_id TYPE xid8 USING xact_id::text::xid8;

COMMENT ON COLUMN reeve.cell_order.xact_id IS 'pg_current_xact_id() of the transaction.';
