CREATE OR REPLACE FUNCTION reeve.emit_line(
  c reeve.live_copy, place text, key text, "row" jsonb)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT json_build_object('position', place, 'copy', c.app || '/' || c.name,
    'operation', CASE WHEN key IS NULL THEN 'truncate' WHEN "row" IS NULL THEN 'delete'
      ELSE 'put' END,
    'key', CASE WHEN cardinality(reeve.catalog_columns(c.mapping -> 'key')) > 1 THEN key::json
      ELSE to_json(key) END,
    'row', "row")::text
$$;

COMMENT ON FUNCTION reeve.emit_line(reeve.live_copy, text, text, jsonb) IS
  'A change as one line of JSON. place: its place in the log, NULL for a row that comes before '
  'the changes. NULL: place, key, row.';
