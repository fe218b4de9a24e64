-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.move_subjects(app text, name text)
RETURNS TABLE(collection text, keys text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  most CONSTANT int := 100000;
  v reeve.catalog_view := (SELECT w FROM reeve.catalog_view w
    WHERE w.app = move_subjects.app AND w.name = move_subjects.name);
  place int := (
    SELECT k.place FROM unnest(v.columns) WITH ORDINALITY k(name, place)
    JOIN reeve.app a ON a.app = v.app
      AND a.manifest #>> ARRAY['views', v.name, 'types', k.name] = 'subject'
    ORDER BY k.place LIMIT 1);
BEGIN
  IF place IS NULL OR v.collection_id IS NOT NULL OR v.arguments <> '{}' THEN
    RAISE EXCEPTION 'app % has no view % of the whole app without arguments that lists subjects',
      app, name USING ERRCODE = 'RV003', HINT = 'Its types name a column of type subject.';
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT split_part(r.fields[%1$s], '':'', 1), array_agg(substr(r.fields[%1$s], '
    'strpos(r.fields[%1$s], '':'') + 1)) FROM (%2$s) r GROUP BY 1 ORDER BY 1', place,
    reeve.reader_call(app, 'fields text[]', ARRAY['keys', 'max_rows']))
  USING v.call_sql, '{}'::text[], most::bigint;
END
$$;

COMMENT ON FUNCTION reeve.move_subjects(text, text) IS
  'The subjects that a view lists, at most 100,000, by collection. Runs as the installer. RV003 '
  'for a view that there is not, that is about one subject, takes arguments or has no column of '
  'subjects.';
