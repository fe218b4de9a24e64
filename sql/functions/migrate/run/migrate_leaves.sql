CREATE OR REPLACE FUNCTION reeve.migrate_leaves(copy_id int) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_leaves.copy_id);
  present jsonb := reeve.migrate_files(c.mapping, c.source, c.target);
  heir regclass := (
    SELECT i.inhrelid::regclass
    FROM (VALUES ('source', c.source), ('target', c.target)) v(side, main)
    CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, v.side, v.main) p
    JOIN pg_class r ON r.oid = p.relation AND r.relkind = 'r'
    JOIN pg_inherits i ON i.inhparent = r.oid
    WHERE v.main IS NOT NULL LIMIT 1);
BEGIN
  IF heir IS NOT NULL THEN
    RAISE EXCEPTION '% inherits from a table of the copy %', heir, c.name USING ERRCODE = 'RV009',
      DETAIL = 'No trigger of the table sees what goes into one that inherits from it.',
      HINT = format('ALTER TABLE %s NO INHERIT its parent.', heir);
  END IF;
  RETURN CASE WHEN present <> c.leaves THEN present END;
END
$$;

COMMENT ON FUNCTION reeve.migrate_leaves(int) IS
  'The files of the partitions of a copy''s tables, if some have come, gone or been emptied since '
  'all rows were last compared (live_copy.leaves). RV009 if a table inherits from one of the '
  'copy''s. NULL: result.';
