-- Written with BETWEEN, it came back in another form when it was made again from the server's own
-- text of it, so that an upgrade that restored it told a difference for ever.

ALTER TABLE reeve.batch DROP CONSTRAINT batch_seen,
  ADD CONSTRAINT batch_seen CHECK (changed >= 0 AND changed <= seen AND seen <= subjects);
