CREATE OR REPLACE FUNCTION reeve.migrate_blockers(mapping jsonb, milliseconds int)
RETURNS SETOF text
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT reeve.lock_blockers(ARRAY(
    SELECT r.relation
    FROM (
      SELECT p.relation::oid
      FROM (VALUES ('source'), ('target')) v(side)
      CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side,
        reeve.migrate_table(mapping, v.side)) p
      UNION
      -- After a cutover the old table has another name.
      SELECT unnest(ARRAY[c.source::oid, c.target::oid]) FROM reeve.live_copy c
      WHERE c.app = migrate_blockers.mapping ->> 'app'
        AND c.name = migrate_blockers.mapping ->> 'copy' AND c.ended_at IS NULL) n(id)
    CROSS JOIN LATERAL (
      SELECT n.id UNION SELECT h.relid FROM pg_partition_tree(n.id) h
      UNION SELECT f.conrelid FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = n.id
      ) r(relation)), milliseconds)
$$;

COMMENT ON FUNCTION reeve.migrate_blockers(jsonb, int) IS
  'Transactions that have held a lock on a table that a cutover needs, or a partition of it, for '
  'so many milliseconds, as reeve.lock_blockers names them.';
