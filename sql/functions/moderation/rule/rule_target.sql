CREATE OR REPLACE FUNCTION reeve.rule_target(r reeve.rule) RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place regclass := r.relation;
  moved regclass;
  c reeve.collection;
BEGIN
  -- A live copy took its rows to another table, perhaps more than once.
  FOR i IN 1 .. 100 LOOP
    SELECT k.target INTO moved FROM reeve.live_copy k
    WHERE k.source = place AND k.phase IN ('live', 'finished')
    ORDER BY k.copy_id DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    place := moved;
  END LOOP;
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = r.affected_id;
  IF NOT EXISTS (SELECT FROM pg_class k WHERE k.oid = place)
    OR place = r.relation AND c.is_live
    AND EXISTS (SELECT FROM pg_class k WHERE k.oid = c.relation)
    AND NOT EXISTS (
      SELECT FROM reeve.collection l WHERE l.app = r.app AND l.is_live AND l.relation = place)
  THEN
    -- Made anew, as by a restore or beside the old one, which the catalog no longer names: what it
    -- says is all there is.
    place := (SELECT k.oid FROM pg_class k WHERE k.oid = c.relation);
  END IF;
  -- The catalog may have the same table under another name, with another key.
  SELECT l.* INTO c FROM reeve.collection l
  WHERE l.app = r.app AND (l.relation = place OR l.collection_id = r.affected_id)
  ORDER BY l.relation IS DISTINCT FROM place, NOT l.is_live, l.collection_id <> r.affected_id
  LIMIT 1;
  -- Where another table has taken its name, nobody has examined that one: reeve.table_require.
  IF NOT c.is_live OR c.relation IS DISTINCT FROM place OR NOT EXISTS (
    SELECT FROM pg_class o
    WHERE o.oid = to_regclass(c.table_sql) AND o.oid <> place AND o.relkind IN ('r', 'p'))
  THEN
    c.table_sql := (
      SELECT format('%I.%I', n.nspname, k.relname)
      FROM pg_class k JOIN pg_namespace n ON n.oid = k.relnamespace WHERE k.oid = place);
  END IF;
  c.relation := place;
  RETURN c;
END
$$;

COMMENT ON FUNCTION reeve.rule_target(reeve.rule) IS
  'The table that now holds the rows that an action changed by this rule: the table that it wrote, '
  'under its present name, the target of a live copy, or the table that the catalog names in its '
  'place, with the collection that has its key. relation: NULL if the table is gone. table_sql: '
  'the name in the catalog where another table has it by now (reeve.table_require).';
