-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_compare(
  copy_id int, low text[], size int, keys text[] DEFAULT NULL)
RETURNS TABLE(high text[], rows bigint, differing text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_migrate_compare.copy_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_record(reeve.cell_enter(c.app, format(
      'SELECT to_jsonb(m) FROM reeve.cell_migrate_compare(($7)[1], %L, %L, $1) m', low, size),
      keys, ARRAY[c.statements])) r(high text[], rows bigint, differing text[]);
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_compare(int, text[], int, text[]) IS
  'Compares the next rows after a key (or those with the keys) of the two tables of a live copy, '
  'as in reeve.cell_migrate_compare.';
