CREATE OR REPLACE FUNCTION reeve.search_extract(coll reeve.collection) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  manifest jsonb := (SELECT a.manifest FROM reeve.app a WHERE a.app = coll.app);
BEGIN
  RETURN (
    SELECT format(
      'SELECT %1$s AS key, coalesce((%2$s)::text, %1$s) AS label, %3$s AS popularity, %4$s, '
        '%5$s AS range, %8$s AS fields, (%10$s) AND (%11$s) IS TRUE AS is_shown '
        'FROM %6$s t %9$s WHERE %7$s',
      coll.key_sql, coll.label_sql,
      CASE WHEN coll.search ->> 'popularity' IS NULL THEN '0::real'
        ELSE format('coalesce(round(least(greatest(t.%I::numeric, -1e30), 1e30), 6), 0)::real',
          coll.search ->> 'popularity') END,
      -- A tsvector over 1 MB is refused: longer texts are cut.
      (SELECT string_agg(format('left(%s, %s) AS %s', coalesce(
          (SELECT CASE count(*) WHEN 1 THEN format('coalesce(%s::text, '''')',
              min(reeve.search_column(coll.search, f.name)))
            ELSE 'array_to_string(ARRAY[' || string_agg(
              reeve.search_column(coll.search, f.name) || '::text', ', ' ORDER BY f.place)
              || '], '' '')' END
            FROM jsonb_array_elements_text(coll.search -> w.weight)
              WITH ORDINALITY f(name, place) HAVING count(*) > 0),
          '''''::text'), CASE WHEN w.weight < 'c' THEN 2000 ELSE 50000 END, w.weight), ', '
        ORDER BY w.weight)
        FROM unnest(ARRAY['a', 'b', 'c', 'd']) w(weight)),
      (SELECT format(
          'coalesce(width_bucket(%s, (SELECT array_agg(%s ORDER BY b.place) '
            'FROM jsonb_array_elements(($7)[1]) WITH ORDINALITY b(key, place))), 0)',
          CASE WHEN count(*) > 1 THEN 'ROW(' || string_agg(k.name, ', ' ORDER BY k.place) || ')'
            ELSE min(k.name) END,
          CASE WHEN count(*) > 1 THEN 'ROW(' || string_agg(k.bound, ', ' ORDER BY k.place) || ')'
            ELSE min(k.bound) END)
        FROM (
          SELECT c.place, format('t.%I', c.name) AS name,
            format('(b.key ->> %s)::%s', c.place - 1, coll.key_types[c.place]) AS bound
          FROM unnest(coll.key_columns) WITH ORDINALITY c(name, place)) k),
      reeve.collection_source(coll),
      (SELECT string_agg(format('t.%I IS NOT NULL', k), ' AND ') FROM unnest(coll.key_columns) k),
      reeve.search_fields(coll), coalesce(coll.search #>> '{joined,from}', ''),
      reeve.catalog_visible(manifest, coll.name), coalesce(coll.search ->> 'where', 'TRUE')));
END
$$;

COMMENT ON FUNCTION reeve.search_extract(reeve.collection) IS
  'The one statement that reads documents: key, label, popularity, texts a to d, the range '
  'of the key, by the bounds ($7)[1] (jsonb), the values of filters, and whether everybody may see '
  'the row now, as the app''s own column and the condition of where say; ($7)[2]: hidden parents '
  '(reeve.search_hidden). A condition may follow.';
