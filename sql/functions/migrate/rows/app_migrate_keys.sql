-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_keys(copy_id int, low text[], high text[])
RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_migrate_keys.copy_id);
  answer jsonb := reeve.cell_enter(c.app, format(
    'SELECT to_jsonb(reeve.cell_migrate_keys(($7)[1], %L, %L))', low, high),
    vals => ARRAY[c.statements]);
BEGIN
  RETURN CASE WHEN jsonb_typeof(answer) = 'array'
    THEN ARRAY(SELECT jsonb_array_elements_text(answer)) ELSE '{}' END;
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_keys(int, text[], text[]) IS
  'Keys of the live table''s rows of a range, as the change log holds them.';
