CREATE OR REPLACE FUNCTION reeve.search_column(search jsonb, name text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN coalesce(search #>> ARRAY['joined', 'fields', name], format('t.%I', name));

COMMENT ON FUNCTION reeve.search_column(jsonb, text) IS
  'Expression of a field that is searched: a column of the row t, or of a parent.';
