-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.collection_size(c reeve.collection)
RETURNS TABLE(amount bigint, is_exact boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- A smaller table is counted in no time.
  small constant bigint := 16 * 1024 * 1024;
  bytes bigint;
  estimated double precision;
BEGIN
  SELECT coalesce(sum(pg_relation_size(p.oid)), 0), sum(greatest(p.reltuples, 0))
  INTO bytes, estimated
  FROM pg_class p
  WHERE p.oid = c.relation OR p.oid IN (SELECT t.relid FROM pg_partition_tree(c.relation) t)
    OR p.oid IN (SELECT h.inhrelid FROM pg_inherits h WHERE h.inhparent = c.relation);
  is_exact := bytes < small;
  amount := estimated::bigint;
  IF is_exact THEN
    EXECUTE reeve.reader_call(c.app, 'amount bigint') INTO amount
    USING format('SELECT count(*) FROM %s t', c.table_sql), '{}'::text[];
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.collection_size(reeve.collection) IS
  'How many rows a collection has: counted if its table is smaller than 16 MB, else by the last '
  'statistics.';
