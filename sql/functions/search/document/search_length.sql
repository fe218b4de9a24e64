CREATE OR REPLACE FUNCTION reeve.search_length(search jsonb) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT format('(%s)::real', string_agg(format('%s * length(ts_filter(r.tsv, %L))', w.counts,
      ARRAY[w.weight]), ' + ' ORDER BY w.weight))
    FROM (VALUES ('a', '3::float8'), ('b', '2::float8'), ('c', '1.5::float8'),
      ('d', '1::float8')) w(weight, counts)
    WHERE jsonb_array_length(search -> w.weight) > 0);
END
$$;

COMMENT ON FUNCTION reeve.search_length(jsonb) IS
  'Expression over r.tsv: the length of a document, its different words, those of better fields '
  'counting more.';
