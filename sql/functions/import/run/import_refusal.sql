-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.import_refusal(c reeve.collection, needs text, wanted text)
RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  label text;
  allowed boolean;
BEGIN
  BEGIN
    EXECUTE reeve.reader_call(c.app, 'label text, allowed boolean') INTO label, allowed
    USING format('SELECT (%s)::text, (%s)::boolean FROM unnest($1) u(key) JOIN %s t ON %s',
        c.label_sql, needs, c.table_sql, c.match_sql), ARRAY[wanted];
  EXCEPTION WHEN data_exception THEN
    label := NULL;
  END;
  RETURN CASE WHEN allowed IS TRUE THEN NULL
    WHEN label IS NULL THEN format('there is no %s:%s', c.name, wanted)
    ELSE format('%s:%s has not agreed to an import', c.name, wanted) END;
END
$$;

COMMENT ON FUNCTION reeve.import_refusal(reeve.collection, text, text) IS
  'Why the data of a person may be neither imported nor written out, by the condition of their '
  'consent; NULL: they agree now.';
