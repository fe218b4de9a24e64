CREATE OR REPLACE FUNCTION reeve.catalog_check_encrypted(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT f.at, f.code, f.message
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN LATERAL (
    SELECT to_regclass(reeve.catalog_table(manifest, c.key)),
      to_regclass(format('%I.%I', manifest ->> 'schema', c.value #>> '{encrypted,keys}'))
    ) r(relation, keys)
  CROSS JOIN LATERAL (
    SELECT format('/collections/%s/encrypted/%s/%s', c.key, l.field, n.place - 1),
      CASE WHEN t.type IS NULL THEN 'missing' WHEN t.type <> 'text' THEN 'type'
        ELSE 'personal' END,
      CASE WHEN t.type IS NULL THEN format('%s has no column %s', r.relation, n.name)
        WHEN t.type <> 'text' THEN format('column %s is %s; only text holds an encrypted text',
          n.name, t.type)
        ELSE format('what is encrypted is personal: list %s there', n.name) END,
      t.type IS NULL OR l.field = 'columns' AND (t.type <> 'text'
        OR n.name <> ALL (reeve.catalog_columns(c.value -> 'personal')))
    FROM (VALUES ('columns'), ('bind')) l(field)
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(c.value -> 'encrypted' -> l.field))
      WITH ORDINALITY n(name, place)
    CROSS JOIN LATERAL (
      SELECT (reeve.catalog_types(r.relation, ARRAY[n.name]))[1]) t(type)
    UNION ALL
    SELECT format('/collections/%s/encrypted/keys', c.key), 'missing',
      format('there is no table %s with a column key_id', c.value #>> '{encrypted,keys}'),
      r.keys IS NULL OR (reeve.catalog_types(r.keys, '{key_id}'))[1] IS NULL
    ) f(at, code, message, is_wrong)
  WHERE c.value ? 'encrypted' AND f.is_wrong
$$;

COMMENT ON FUNCTION reeve.catalog_check_encrypted(jsonb) IS
  'Returns the problems in encrypted: of a manifest''s collections.';
