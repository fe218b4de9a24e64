-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_copy(copy_id int, low text[], size int)
RETURNS TABLE(high text[], rows bigint, is_copied boolean, keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_migrate_copy.copy_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_record(reeve.cell_enter(c.app, format(
      'SELECT to_jsonb(m) FROM reeve.cell_migrate_copy(($7)[1], %L, %L) m', low, size),
      vals => ARRAY[c.statements])) r(high text[], rows bigint, is_copied boolean, keys text[]);
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_copy(int, text[], int) IS
  'Copies the next rows after a key to the table that follows, as reeve.cell_migrate_copy says.';
