CREATE OR REPLACE FUNCTION reeve.migrate_waits(relation regclass) RETURNS boolean
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.live_copy c
    CROSS JOIN LATERAL (
      SELECT c.source::oid UNION ALL SELECT c.target::oid
      UNION ALL
      SELECT p.value::oid FROM jsonb_each(c.mapping -> 'relations') s
      CROSS JOIN LATERAL jsonb_each_text(s.value) p) t(id)
    WHERE c.awaited_until > clock_timestamp() AND c.ended_at IS NULL AND (
      t.id IN (migrate_waits.relation, pg_partition_root(migrate_waits.relation))
      -- A cutover locks the tables that refer to it, too.
      OR EXISTS (
        SELECT FROM pg_constraint k
        WHERE k.contype = 'f' AND k.confrelid = t.id AND k.conrelid = migrate_waits.relation)))
$$;

COMMENT ON FUNCTION reeve.migrate_waits(regclass) IS
  'Whether a cutover, a rollback or the end of a live copy waits for a lock on this table, so '
  'that work of Reeve that reads or writes it should end its transaction and come back later.';
