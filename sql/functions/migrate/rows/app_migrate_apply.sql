-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_apply(copy_id int, keys text[])
RETURNS TABLE(key text, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_migrate_apply.copy_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_recordset(reeve.cell_enter(c.app,
      'SELECT jsonb_agg(to_jsonb(a)) FROM reeve.cell_migrate_apply(($7)[1], $1) a',
      keys, ARRAY[c.statements])) r(key text, code text, reason text);
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_apply(int, text[]) IS
  'Reads rows of the live table again and writes or deletes them in the table that follows, in a '
  'cell; returns the keys of refused rows.';
