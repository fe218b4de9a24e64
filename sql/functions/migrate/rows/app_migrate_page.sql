-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_page(copy_id int, low text[], size int) RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_migrate_page.copy_id);
  answer jsonb := reeve.cell_enter(c.app, format(
    'SELECT to_jsonb(reeve.cell_migrate_page(($7)[1], %L, %L))', low, size),
    vals => ARRAY[c.statements]);
BEGIN
  RETURN CASE WHEN jsonb_typeof(answer) = 'array'
    THEN ARRAY(SELECT jsonb_array_elements_text(answer)) END;
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_page(int, text[], int) IS
  'The key of the live table''s row that comes this many rows after a key; NULL if fewer are '
  'left. NULL: result.';
