-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_copy(copy_id int, low text[], high text[])
RETURNS TABLE(rows bigint, keys text[])
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
      'SELECT to_jsonb(m) FROM reeve.cell_migrate_copy(($7)[1], %L, %L) m', low, high),
      vals => ARRAY[c.statements])) r(rows bigint, keys text[]);
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_copy(int, text[], text[]) IS
  'Copies the rows of a range to the table that follows, as in reeve.cell_migrate_copy.';
