-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_remains(collection_id int, vals text[]) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  found bigint;
BEGIN
  EXECUTE reeve.reader_call(c.app, 'found bigint') INTO found
  USING format('SELECT count(*) FROM (SELECT * FROM %s LIMIT 10000) t'
    ' WHERE EXISTS (SELECT FROM unnest($1) v(value) WHERE strpos((t.*)::text, v.value) > 0)',
    c.table_sql), vals;
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.app_remains(int, text[]) IS
  'How many of the first 10,000 rows hold one of these texts anywhere.';
