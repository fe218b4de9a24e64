CREATE OR REPLACE FUNCTION reeve.alike_kept(manifest jsonb, collection text, body jsonb)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  spec jsonb := manifest #> ARRAY['collections', collection];
  relation text := reeve.catalog_table(manifest, collection);
  keys text := reeve.catalog_keys('t', reeve.catalog_columns(spec -> 'key'),
    reeve.catalog_types(relation::regclass, reeve.catalog_columns(spec -> 'key')));
  own text[] := reeve.catalog_columns(CASE
    WHEN body ? 'through' THEN NULL
    WHEN body ? 'via' THEN manifest #> ARRAY['collections', body ->> 'collection', 'parents',
      body ->> 'via', 'columns']
    WHEN body ->> 'collection' = collection THEN spec -> 'key' END);
BEGIN
  IF spec #> '{place,alike}' IS NULL THEN
    RAISE EXCEPTION '$alike: the place of % does not say what is alike', coalesce(collection,
      body ->> 'collection') USING ERRCODE = 'RV005';
  ELSIF own = '{}' THEN
    RAISE EXCEPTION '$alike is for the subject itself and for what a parent of its own leads to it'
      USING ERRCODE = 'RV005';
  END IF;
  RETURN format('(SELECT a.other FROM (SELECT %s) q(key) CROSS JOIN LATERAL (%s) a WHERE EXISTS ('
      'SELECT FROM %s t WHERE %s AND %s AND (%s))'
      ' ORDER BY a.likeness DESC, a.distance, a.other LIMIT 1)',
    reeve.catalog_key(own),
    reeve.alike_statement(manifest, collection, replace(keys, '$1', 'ARRAY[q.key]'), '<'),
    relation, replace(keys, '$1', 'ARRAY[a.other]'),
    reeve.catalog_visible(manifest, collection),
    coalesce(reeve.catalog_moment(spec #>> '{place,listed}'), 'TRUE'));
END
$$;

COMMENT ON FUNCTION reeve.alike_kept(jsonb, text, jsonb) IS
  'Expression for $alike in an effect (body) of an action on a collection: the key of the '
  'earlier row, listed and not hidden, that the subject is most like; NULL if there is none. '
  'RV005 if the catalog does not declare alike, or the effect''s rows do not name the subject.';
