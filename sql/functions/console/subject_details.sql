-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.subject_details(app text, collection text, key text)
RETURNS TABLE(detail text, columns text[], types text[], cells text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  -- One more than the console shows, so that it knows whether there are more.
  most bigint := 51;
  c reeve.collection;
  own text;
  d record;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_details.app, subject_details.collection);
  own := reeve.subject_key(c, subject_details.key);
  FOR d IN
    SELECT e.key AS name, reeve.catalog_near(a.manifest, c.name, e.value) AS source,
      reeve.catalog_columns(e.value -> 'of') AS of,
      reeve.catalog_columns(e.value -> 'show') AS shown,
      reeve.catalog_columns(e.value -> 'personal') AS personal,
      coalesce(e.value ->> 'sort', (reeve.catalog_columns(e.value -> 'show'))[1]) AS sort
    FROM reeve.app a
    CROSS JOIN LATERAL jsonb_each(a.manifest #> ARRAY['collections', c.name, 'details']) e
    WHERE a.app = c.app
    ORDER BY e.key
  LOOP
    BEGIN
      RETURN QUERY EXECUTE format(
        'SELECT %L::text, %L::text[], %L::text[], r.cells::text FROM (%s) r',
        d.name, d.shown, reeve.catalog_types(to_regclass(d.source), d.shown),
        reeve.reader_call(c.app, 'cells text[]', ARRAY['keys', 'max_rows']))
      USING format('SELECT ARRAY[%s]::text[] FROM %s t WHERE %s ORDER BY t.%I LIMIT $5',
        (SELECT string_agg(format(CASE WHEN n = ANY (d.personal)
            THEN 'CASE WHEN t.%I IS NOT NULL THEN ''•••'' END' ELSE 't.%I::text' END, n), ', '
            ORDER BY place)
          FROM unnest(d.shown) WITH ORDINALITY u(n, place)),
        d.source, reeve.catalog_keys('t', d.of, c.key_types), d.sort),
        ARRAY[own], most;
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      RAISE WARNING '%: %', d.name, SQLERRM USING HINT = reeve.catalog_remedy();
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.subject_details(text, text, text) IS
  'The rows of the tables that the catalog shows under a subject (details), at most 51 of each, '
  'detail by detail: the columns, their SQL types, and the texts, written as an array, personal '
  'ones masked.';

GRANT EXECUTE ON FUNCTION reeve.subject_details(text, text, text) TO reeve_viewer;
