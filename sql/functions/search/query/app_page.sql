-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_page(collection_id int, keys text[])
RETURNS TABLE(key text, label text, is_shown boolean, texts text[])
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET extra_float_digits = 1
SET bytea_output = 'hex'
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
  seen reeve.collection;
  manifest jsonb := (SELECT a.manifest FROM reeve.app a WHERE a.app = coll.app);
BEGIN
  seen := reeve.collection_seen(coll, TRUE);
  RETURN QUERY EXECUTE reeve.reader_call(coll.app,
    'key text, label text, is_shown boolean, texts text[]', ARRAY['keys', 'vals'])
  USING format(
    'SELECT %1$s, coalesce((%2$s)::text, %1$s), (%3$s) AND (%4$s) IS TRUE, ARRAY[%5$s]::text[]
     FROM %6$s t %8$s WHERE %7$s', seen.key_sql, seen.label_sql,
    reeve.catalog_visible(manifest, coll.name), coalesce(coll.search ->> 'where', 'TRUE'),
    (SELECT string_agg(format('left(%s::text, 1000)',
        reeve.search_column(coll.search, f.name)), ', '
        ORDER BY f.weight, f.name)
      FROM reeve.search_text_fields(coll.search) f
      WHERE f.weight <> 'a' AND (coll.search #> ARRAY['joined', 'fields', f.name] IS NOT NULL
        OR (reeve.search_source(seen.relation, f.name)).kind IS NOT NULL)),
    seen.table_sql, seen.keys_sql, coalesce(coll.search #>> '{joined,from}', '')),
  keys, ARRAY[NULL, reeve.search_hidden(coll)];
EXCEPTION
  -- A collection that cannot be read does not hide the results of the others.
  WHEN query_canceled THEN
    RAISE;
  WHEN OTHERS THEN
    RAISE WARNING 'results of %/% are left out: %', coll.app, coll.name, SQLERRM
      USING HINT = '`reeve doctor` names the command that mends it.';
END
$$;

COMMENT ON FUNCTION reeve.app_page(int, text[]) IS
  'The current content of rows on a page of results: label, whether everybody may see them (not '
  'hidden, and the condition of where holds), and the beginnings of the searched texts other than '
  'those of weight a, as far as their columns are there. No row for one that is gone; none, with a '
  'warning, if they cannot be read.';
