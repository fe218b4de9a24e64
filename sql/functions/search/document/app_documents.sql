-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_documents(
  collection_id int, bounds jsonb, keys text[], range int)
RETURNS TABLE(
  key text, popularity real, tsv tsvector, digest bigint, in_range int, fields jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- The document of a row must not depend on who asks.
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
  best constant text := reeve.search_best_field(coll.search);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT r.key, r.popularity, reeve.search_document(r.tsv, r.fields, %L, %L, r.head), r.digest,
       r.in_range, r.fields FROM (%s) r',
    reeve.search_lexed(coll), best, reeve.reader_call(coll.app,
      'key text, popularity real, tsv tsvector, head text, digest bigint, in_range int, '
      'fields jsonb', ARRAY['keys', 'vals']))
  USING format(
    'SELECT d.key, d.popularity,
       reeve.search_vector(''simple'', d.a, d.b, d.c, d.d),
       reeve.search_head(d.%I, %s),
       hash_record_extended(ROW(d.key, d.label, d.popularity, d.a, d.b, d.c,
         d.d || coalesce(d.fields::text, '''')), 1), %s, d.fields
     -- Not as one with it: the fields would be made twice.
     FROM (%s AND %s OFFSET 0) d', best, CASE
       WHEN coll.search #>> '{language,column}' IS NOT NULL
       THEN 'array_remove(ARRAY[''pg_catalog.'' || (d.fields ->> ''@'') || ''_stem''], NULL)'
         '::regdictionary[]'
       ELSE format('%L::regdictionary[]', ARRAY(
         SELECT 'pg_catalog.' || l.name || '_stem'
         FROM unnest(reeve.catalog_columns(coll.search -> 'language')) l(name)
         WHERE l.name <> 'simple')) END,
    coalesce(app_documents.range::text, 'd.range'),
    reeve.search_extract(coll),
    CASE WHEN keys IS NULL
      THEN reeve.search_range(coll.key_columns, coll.key_types, bounds, app_documents.range)
      ELSE coll.keys_sql END),
    keys, ARRAY[bounds, reeve.search_hidden(coll)];
END
$$;

COMMENT ON FUNCTION reeve.app_documents(int, jsonb, text[], int) IS
  'Search documents of the rows with these keys, or of one range of keys, with digests of their '
  'content.';
