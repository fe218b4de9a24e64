-- Who has held a lock on a table of a manifest, $1, or on a partition of one, for longer than an
-- attempt to apply it.
SELECT reeve.lock_blockers(ARRAY(
  SELECT t.id
  FROM jsonb_each($1::jsonb -> 'collections') c
  CROSS JOIN LATERAL to_regclass(format('%I.%I', coalesce(c.value ->> 'schema',
    $1::jsonb ->> 'schema'), c.value ->> 'table')) n(relation)
  CROSS JOIN LATERAL (
    SELECT n.relation::oid UNION SELECT h.relid FROM pg_partition_tree(n.relation) h) t(id)), 200)
LIMIT 1
