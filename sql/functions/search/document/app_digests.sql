-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_digests(collection_id int, bounds jsonb, except_keys text[])
RETURNS TABLE(range int, documents bigint, compared bigint, digest bigint, cut bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- The document of a row must not depend on who asks.
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(
    coll.app, 'range int, documents bigint, compared bigint, digest bigint, '
      'cut bigint', ARRAY['keys', 'vals'])
  USING format(
    'SELECT d.range, count(*), count(*) FILTER (WHERE d.key <> ALL ($1)),
       bit_xor(%s) FILTER (WHERE d.key <> ALL ($1)),
       count(*) FILTER (WHERE reeve.search_is_cut(d.a, d.b, d.c, d.d))
     FROM (%s) d GROUP BY d.range', reeve.search_digest(),
    reeve.search_extract(coll)),
    except_keys, ARRAY[bounds, reeve.search_hidden(coll)];
END
$$;

COMMENT ON FUNCTION reeve.app_digests(int, jsonb, text[]) IS
  'What the index should hold, by range: documents and, without some keys, how many and their '
  'combined digests, as if Reeve hid none. cut: of how many a text is cut. NULL: digest.';
