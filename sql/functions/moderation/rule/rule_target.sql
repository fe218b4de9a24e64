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
  IF NOT EXISTS (SELECT FROM pg_class k WHERE k.oid = place) THEN
    -- Made anew, as by a restore: what the catalog says is all there is.
    place := (SELECT k.oid FROM pg_class k WHERE k.oid = c.relation);
  END IF;
  -- The catalog may have the same table under another name, with another key.
  SELECT l.* INTO c FROM reeve.collection l
  WHERE l.app = r.app AND (l.relation = place OR l.collection_id = r.affected_id)
  ORDER BY l.relation IS DISTINCT FROM place, NOT l.is_live, l.collection_id <> r.affected_id
  LIMIT 1;
  c.relation := place;
  SELECT format('%I.%I', n.nspname, k.relname) INTO c.table_sql
  FROM pg_class k JOIN pg_namespace n ON n.oid = k.relnamespace WHERE k.oid = place;
  RETURN c;
END
$$;

COMMENT ON FUNCTION reeve.rule_target(reeve.rule) IS
  'The table that now holds the rows that an action changed by this rule: the table that it wrote, '
  'under its present name, or the target of a live copy, with the collection that has its key. '
  'relation: NULL if the table is gone.';
