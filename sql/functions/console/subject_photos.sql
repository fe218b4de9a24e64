-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.subject_photos(app text, collection text, key text)
RETURNS TABLE(detail text, field text, value text, is_masked boolean, is_veiled boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- How many pictures of a detail are listed.
  most bigint := 50;
  c reeve.collection;
  own text;
  spec jsonb;
  schema text;
  is_veiled boolean;
  d record;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_photos.app, subject_photos.collection);
  own := reeve.subject_key(c, subject_photos.key);
  SELECT m.spec, coalesce(m.spec ->> 'schema', a.manifest ->> 'schema') INTO spec, schema
  FROM reeve.app a
  CROSS JOIN LATERAL (SELECT a.manifest #> ARRAY['collections', c.name]) m(spec)
  WHERE a.app = c.app;
  is_veiled := EXISTS (
      SELECT FROM reeve.subject s WHERE s.collection_id = c.collection_id AND s.key = own
        AND s.hidden_until > statement_timestamp())
    OR EXISTS (
      SELECT FROM reeve.case k
      WHERE k.collection_id = c.collection_id AND k.key = own AND k.closed_at IS NULL)
    OR EXISTS (
      SELECT FROM reeve.report p
      WHERE p.collection_id = c.collection_id AND p.key = own AND p.case_id IS NULL
        AND p.withdrawn_by IS NULL);
  FOR d IN
    SELECT NULL::text AS name, c.table_sql AS source, c.keys_sql AS condition, p.photos,
      c.personal_columns AS personal, c.key_columns[1] AS sort
    FROM (SELECT reeve.catalog_columns(spec -> 'photos')) p(photos) WHERE p.photos <> '{}'
    UNION ALL
    (SELECT e.key, format('%I.%I', schema, e.value ->> 'table'),
      reeve.catalog_keys('t', reeve.catalog_columns(e.value -> 'of'), c.key_types), p.photos,
      reeve.catalog_columns(e.value -> 'personal'),
      coalesce(e.value ->> 'sort', (reeve.catalog_columns(e.value -> 'show'))[1])
    FROM jsonb_each(spec -> 'details') e
    CROSS JOIN LATERAL (SELECT reeve.catalog_columns(e.value -> 'photos')) p(photos)
    WHERE p.photos <> '{}' ORDER BY e.key)
  LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %L::text, r.field, r.value, r.is_masked, %L::boolean FROM (%s) r',
      d.name, is_veiled,
      reeve.reader_call(c.app, 'field text, value text, is_masked boolean', '{keys,max_rows}'))
    USING format('SELECT p.* FROM (SELECT * FROM %s t WHERE %s ORDER BY t.%I LIMIT $5) t'
      ' CROSS JOIN LATERAL (VALUES %s) p(field, value, is_masked) WHERE p.value <> ''''',
      d.source, d.condition, d.sort, (
        SELECT string_agg(format(CASE WHEN n = ANY (d.personal)
            THEN '(%L, CASE WHEN t.%2$I IS NOT NULL THEN ''•••'' END, TRUE)'
            ELSE '(%1$L, t.%2$I::text, FALSE)' END, n, n), ', ' ORDER BY place)
        FROM unnest(d.photos) WITH ORDINALITY u(n, place))),
      ARRAY[own], most;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.subject_photos(text, text, text) IS
  'The references to pictures of a subject (photos): its own, then those of its details, at most '
  '50 rows of each; personal ones masked. is_veiled: it is restricted, or reported and not '
  'decided yet. NULL: detail.';

GRANT EXECUTE ON FUNCTION reeve.subject_photos(text, text, text) TO reeve_viewer;
