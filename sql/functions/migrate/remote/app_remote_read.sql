-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_remote_read(copy_id int, kind text, keys text[])
RETURNS TABLE(key text, line text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET lc_monetary = 'C'
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_remote_read.copy_id);
BEGIN
  RETURN QUERY
    SELECT r.key, r.row #>> '{}' FROM jsonb_to_recordset(reeve.cell_enter(c.app,
      'SELECT jsonb_agg(to_jsonb(m)) FROM reeve.cell_migrate_rows(($7)[1] #>> ''{}'', $1) m',
      keys, ARRAY[c.statements -> kind])) r(key text, "row" jsonb);
END
$$;

COMMENT ON FUNCTION reeve.app_remote_read(int, text, text[]) IS
  'Reads rows of the source of a copy to another database by their keys: as lines of COPY '
  '(rows), their digests, or whether they exist; missing rows are left out.';
