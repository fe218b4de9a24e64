CREATE OR REPLACE FUNCTION reeve.emit_line(
  label text, columns int, place text, key text, "row" jsonb)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT json_build_object('position', place, 'copy', label,
    'operation', CASE WHEN key IS NULL THEN 'truncate' WHEN "row" IS NULL THEN 'delete'
      ELSE 'put' END,
    'key', CASE WHEN columns > 1 THEN key::json ELSE to_json(key) END, 'row', "row")::text
$$;

COMMENT ON FUNCTION reeve.emit_line(text, int, text, text, jsonb) IS
  'A change as one line of JSON. label: app and name of the copy; columns: how many the key has; '
  'place: the change''s position in the log, NULL for a row that comes before the changes. NULL: '
  'place, key, row.';
