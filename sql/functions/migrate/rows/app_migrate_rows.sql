-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_rows(copy_id int, keys text[])
RETURNS TABLE(key text, "row" jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  app text := (SELECT l.app FROM reeve.live_copy l WHERE l.copy_id = app_migrate_rows.copy_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_recordset(reeve.cell_enter(app,
      'SELECT jsonb_agg(to_jsonb(m)) FROM reeve.cell_migrate_rows(($7)[1] #>> ''{}'', $1) m',
      keys, ARRAY[to_jsonb(reeve.migrate_rows(copy_id))])) r(key text, "row" jsonb);
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_rows(int, text[]) IS
  'Reads rows of a copy''s live table by their keys, in the form of its target; missing rows are '
  'left out.';
