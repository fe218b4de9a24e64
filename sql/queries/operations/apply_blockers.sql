-- Who has held a lock on a table of an app, $1, or on a partition of one, for longer than an
-- attempt to apply its catalog.
SELECT reeve.lock_blockers(ARRAY(
  SELECT t.id FROM reeve.collection c
  CROSS JOIN LATERAL (
    SELECT c.relation::oid UNION SELECT h.relid FROM pg_partition_tree(c.relation) h) t(id)
  WHERE c.app = $1), 200)
LIMIT 1
