-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_documents(
  generation_id int, keys text[], range int, share float8 DEFAULT 1)
RETURNS TABLE(
  key text, popularity real, tsv tsvector, length real, digest bigint, in_range int, fields jsonb,
  numbers numeric[])
LANGUAGE plpgsql STABLE ROWS 20000 SET search_path = pg_catalog, reeve, pg_temp
-- The document of a row must not depend on who asks.
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  g reeve.search_generation := (
    SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = app_documents.generation_id);
  coll reeve.collection := reeve.collection_get(g.collection_id);
  lexed text[] := reeve.search_lexed(g.declared -> 'search', g.ranges);
  best constant text := reeve.search_best_field(coll.search);
BEGIN
  IF keys = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT r.key, r.popularity,
       reeve.search_document(r.tsv, %s, %L, r.is_shown AND s.key IS NULL, r.head), %s,
       r.digest # (s.key IS NOT NULL)::int, r.in_range, %s, %s
     FROM (%s) r
     LEFT JOIN reeve.subject s ON s.collection_id = %s AND s.key = r.key
       AND s.hidden_until > statement_timestamp()',
    (SELECT coalesce(string_agg(format(
        'CASE jsonb_typeof(r.fields -> %1$L) WHEN ''array'' THEN ARRAY(
           SELECT reeve.search_filter_lexeme(%2$s, v)
           FROM jsonb_array_elements(r.fields -> %1$L) v)
         ELSE ARRAY[reeve.search_filter_lexeme(%2$s, r.fields -> %1$L)] END',
        f.name, f.place - 1), ' || ' ORDER BY f.place), '''{}''::text[]')
      FROM unnest(lexed) WITH ORDINALITY f(name, place)),
    best, reeve.search_length(coll.search),
    coalesce(reeve.call_expression('jsonb_build_array', ARRAY(
        SELECT format('r.fields -> %L', f.name)
        FROM unnest(lexed || CASE WHEN g.declared #> '{search,language,column}' IS NOT NULL
          THEN '@' END) WITH ORDINALITY f(name, place) WHERE f.name IS NOT NULL
        ORDER BY f.place), ' || '), 'NULL::jsonb'),
    (SELECT coalesce('ARRAY[' || string_agg(format(
        'CASE jsonb_typeof(r.fields -> %1$L) WHEN ''number'' THEN (r.fields -> %1$L)::numeric END',
        f.name), ', ' ORDER BY f.place) || ']', 'NULL::numeric[]')
      FROM unnest(g.ranges) WITH ORDINALITY f(name, place)),
    reeve.reader_call(coll.app,
      'key text, popularity real, tsv tsvector, digest bigint, in_range int, fields jsonb, '
      'is_shown boolean, head text', ARRAY['keys', 'vals']), coll.collection_id)
  USING format(
    'SELECT d.key, d.popularity, %s, %s, %s, d.fields, d.is_shown, reeve.search_head(d.%I, %s)
     -- Not as one with it: the fields would be made twice.
     FROM (%s AND %s AND %s OFFSET 0) d', reeve.search_vector(coll.search), reeve.search_digest(),
    coalesce(app_documents.range::text, 'd.range'), best, CASE
      WHEN coll.search #>> '{language,column}' IS NOT NULL
      THEN 'array_remove(ARRAY[''pg_catalog.'' || (d.fields ->> ''@'') || ''_stem''], NULL)'
        '::regdictionary[]'
      ELSE format('%L::regdictionary[]', ARRAY(
        SELECT 'pg_catalog.' || l.name || '_stem'
        FROM unnest(reeve.catalog_columns(coll.search -> 'language')) l(name)
        WHERE l.name <> 'simple')) END, reeve.search_extract(coll),
    CASE WHEN keys IS NULL
      THEN reeve.search_range(coll.key_columns, coll.key_types, g.bounds, app_documents.range)
      ELSE coll.keys_sql END,
    CASE WHEN share < 1 THEN format('hashtext(%s) & 65535 < %s', coll.key_sql, share * 65536)
      ELSE 'TRUE' END),
    keys, ARRAY[g.bounds, reeve.search_hidden(coll)];
END
$$;

COMMENT ON FUNCTION reeve.app_documents(int, text[], int, float8) IS
  'Documents of a generation without posting tiers, of the rows with these keys, or of a share of '
  'one range of keys: with their lengths and digests of their content. numbers: its ranges.';
