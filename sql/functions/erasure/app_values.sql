-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_values(collection_id int, keys text[]) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  found text[];
BEGIN
  IF c.erase ->> 'values' IS NOT NULL THEN
    EXECUTE reeve.reader_call(c.app, 'found text[]') INTO found
    USING format('SELECT array_agg(v.value) FROM (%s) v', c.erase ->> 'values'), keys;
  END IF;
  RETURN coalesce(found, '{}');
END
$$;

COMMENT ON FUNCTION reeve.app_values(int, text[]) IS
  'Values of these rows that identify them in other texts: personal fields and unique texts of '
  'five characters and more.';
