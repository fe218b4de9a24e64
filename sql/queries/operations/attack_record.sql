-- What of the record does not verify since its last entry, in one row; NULL where all does. Reads
-- only.
SELECT pg_catalog.string_agg(f.problem, '; ' ORDER BY f.problem)
FROM reeve.audit_faults((
  SELECT h.seq OPERATOR(pg_catalog.+) 1 FROM reeve.chain_head h)) f
