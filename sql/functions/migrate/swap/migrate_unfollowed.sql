CREATE OR REPLACE FUNCTION reeve.migrate_unfollowed(tables regclass[])
RETURNS TABLE(relation regclass, trigger_name text)
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT t.relation, n.name
  FROM (
    SELECT m, m AS relation FROM unnest(tables) m
    UNION
    SELECT m, h.relid FROM unnest(tables) m CROSS JOIN LATERAL pg_partition_tree(m) h
  ) t(main, relation)
  CROSS JOIN unnest(ARRAY['reeve_follow', 'reeve_follow_update', 'reeve_follow_truncate']) n(name)
  -- A partition has no trigger for TRUNCATE: reeve.migrate_leaves finds that.
  WHERE (t.relation = t.main OR n.name <> 'reeve_follow_truncate') AND NOT EXISTS (
    SELECT FROM pg_trigger g
    WHERE g.tgrelid = t.relation AND g.tgname = n.name AND g.tgenabled IN ('O', 'A'))
  ORDER BY t.relation::text, n.name
$$;

COMMENT ON FUNCTION reeve.migrate_unfollowed(regclass[]) IS
  'Change triggers of live tables, or of their partitions, that are gone or disabled: changes may '
  'not have been logged. VOLATILE: as they are when it is called.';
