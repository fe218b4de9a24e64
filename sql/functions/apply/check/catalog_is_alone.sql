CREATE OR REPLACE FUNCTION reeve.catalog_is_alone(relation oid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.relkind = 'r' AND NOT EXISTS (
    SELECT FROM pg_inherits h WHERE catalog_is_alone.relation IN (h.inhrelid, h.inhparent))
  FROM pg_class c WHERE c.oid = catalog_is_alone.relation
$$;

COMMENT ON FUNCTION reeve.catalog_is_alone(oid) IS
  'Whether a table has neither partitions nor children nor parents: only then does every write '
  'of its rows fire its own statement triggers.';
