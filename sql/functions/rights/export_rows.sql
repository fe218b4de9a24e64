-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.export_rows(ticket bigint)
RETURNS TABLE(part text, key text, line text, sealed text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1 SET work_mem = '32MB'
AS $$
DECLARE
  r reeve.reveal := reeve.export_taken(ticket);
  c reeve.collection := reeve.collection_get(r.collection_id);
  held jsonb := (
    SELECT coalesce(jsonb_object_agg(h.collection_id, h.keys), '{}')
    FROM reeve.right_held(c, r.key) h);
  s record;
BEGIN
  PERFORM reeve.right_seen(c.app);
  FOR s IN
    SELECT * FROM reeve.right_sources(c, ARRAY(SELECT jsonb_object_keys(held)::int), FALSE)
  LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text, r.key, r.line, r.sealed FROM (%s) r', s.name,
      reeve.reader_call(c.app, 'key text, line text, sealed text', ARRAY['keys', 'words']))
    USING s.statement, reeve.catalog_columns(held -> s.collection_id::text), r.key;
  END LOOP;
  RETURN QUERY
    SELECT p.name, NULL::text, l.line, NULL::text
    FROM unnest(reeve.right_parts()) WITH ORDINALITY p(name, place)
    CROSS JOIN LATERAL reeve.right_record(c, r.key, p.name, 0, NULL) l
    ORDER BY p.place, l.place;
END
$$;

COMMENT ON FUNCTION reeve.export_rows(bigint) IS
  'What the person owns for whom an export was begun, part by part: each row as a JSON object, '
  'without personal data of others; then what the record has of them (reeve.right_record). '
  'sealed: by column, the encrypted texts of the row and to what each is bound; they are null in '
  'line. RV002; RV005 or RV006 as reeve.right_seen. NULL: key, sealed.';

GRANT EXECUTE ON FUNCTION reeve.export_rows(bigint) TO reeve_viewer;
