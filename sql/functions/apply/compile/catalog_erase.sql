CREATE OR REPLACE FUNCTION reeve.catalog_erase(manifest jsonb, collection text, ids jsonb)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  spec jsonb := manifest #> ARRAY['collections', collection];
  own text := reeve.catalog_table(manifest, collection);
  keys text[] := reeve.catalog_columns(spec -> 'key');
  types text[] := reeve.catalog_types(own::regclass, keys);
  personal text[];
BEGIN
  IF NOT spec ? 'erase' THEN
    RETURN NULL;
  END IF;
  -- Values distinctive enough to search texts for: personal fields, and texts that identify one
  -- row.
  personal := ARRAY(
    SELECT a.attname::text
    FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
    WHERE a.attrelid = own::regclass AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attname = ANY (reeve.catalog_columns(spec -> 'personal'))
        OR y.typcategory = 'S' AND EXISTS (
          SELECT FROM pg_index i
          WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indkey::text = a.attnum::text)));
  RETURN jsonb_build_object(
    'keeps', spec #> '{erase,keeps}',
    'columns', coalesce((
      SELECT jsonb_agg(s.key) FROM jsonb_each(spec #> '{erase,set}') s), '[]')
      || coalesce(spec -> 'personal', '[]'),
    'values', (
      SELECT format('SELECT DISTINCT v.value FROM %s t CROSS JOIN LATERAL (VALUES %s) v(value)'
        ' WHERE %s AND char_length(v.value) >= 5', own,
        string_agg(format('(t.%I::text)', p), ', '), reeve.catalog_keys('t', keys, types))
      FROM unnest(personal) p HAVING count(*) > 0),
    'steps', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'path', s.path,
        'place', concat_ws(': ', s.title, c.names),
        'run', CASE WHEN s.is_deletion THEN format('DELETE FROM %s t WHERE %s', s.name, s.chosen)
          ELSE format('UPDATE %s t SET %s WHERE %s AND (%s)', s.name, c.assigned, s.chosen,
            c.differs) END,
        'count', format('SELECT count(*) FROM %s t WHERE %s%s', s.name, s.chosen,
          CASE WHEN NOT s.is_deletion THEN format(' AND (%s)', c.differs) ELSE '' END))
        ORDER BY s.place), '[]')
      FROM (
        SELECT 0 AS place, own AS name, spec ->> 'table' AS title,
          spec #> '{erase,set}' AS body, FALSE AS is_deletion,
          reeve.catalog_keys('t', keys, types) AS chosen, '/set' AS path
        WHERE spec #> '{erase,set}' IS NOT NULL
        UNION ALL
        SELECT t.place, reeve.catalog_near(manifest, collection, t.body), t.body ->> 'table',
          t.body -> 'set',
          coalesce((t.body ->> 'delete')::boolean, FALSE),
          reeve.catalog_keys('t', reeve.catalog_columns(t.body -> 'of'), types),
          '/tables/' || (t.place - 1)
        FROM jsonb_array_elements(coalesce(spec #> '{erase,tables}', '[]'))
          WITH ORDINALITY t(body, place)) s
      LEFT JOIN LATERAL (
        SELECT string_agg(e.key, ', ') AS names,
          string_agg(format('%I = %s', e.key, x.value), ', ') AS assigned,
          string_agg(format('t.%I::text IS DISTINCT FROM (%s)::text', e.key, x.value), ' OR ')
            AS differs
        FROM jsonb_each_text(s.body) e
        CROSS JOIN LATERAL (
          SELECT CASE WHEN e.value IS NULL THEN 'NULL' ELSE format('(%s)::%s', e.value,
            (reeve.catalog_types(s.name::regclass, ARRAY[e.key]))[1]) END) x(value)) c ON TRUE),
    'with', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'path', '/with/' || (w.place - 1),
        'collection_id', ids -> (w.body ->> 'collection'),
        'keys', format('SELECT %s FROM %s t WHERE %s',
          reeve.catalog_key(reeve.catalog_columns(
            manifest #> ARRAY['collections', w.body ->> 'collection', 'key'])),
          reeve.catalog_table(manifest, w.body ->> 'collection'),
          reeve.catalog_via(manifest, w.body ->> 'collection', 't',
            string_to_array(w.body ->> 'via', '.')))) ORDER BY w.place), '[]')
      FROM jsonb_array_elements(coalesce(spec #> '{erase,with}', '[]'))
        WITH ORDINALITY w(body, place)))
    || CASE WHEN spec -> 'erase' ? 'asked'
      THEN jsonb_build_object('asked', spec #> '{erase,asked}') ELSE '{}' END;
END
$$;

COMMENT ON FUNCTION reeve.catalog_erase(jsonb, text, jsonb) IS
  'Compiles the erasure that a collection declares; $1 (text[]) are the keys. steps: statements to '
  'run, each with the one that counts its rows beforehand; with: the rows of other collections '
  'that are erased with these; values: values to look for in texts. ids: collection name to id. '
  'NULL where nothing is declared.';
