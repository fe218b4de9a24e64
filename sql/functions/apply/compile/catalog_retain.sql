CREATE OR REPLACE FUNCTION reeve.catalog_retain(manifest jsonb, collection text) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'sweep', format('WITH swept AS (%s WHERE t.ctid = ANY (ARRAY('
      'SELECT t.ctid FROM %s t WHERE %s ORDER BY t.%I LIMIT $5 FOR NO KEY UPDATE SKIP LOCKED))'
      ' AND %3$s RETURNING 1) SELECT to_jsonb(count(*)) FROM swept',
      CASE WHEN r.body ? 'delete' THEN format('DELETE FROM %s t', o.relation)
        ELSE format('UPDATE %s t SET %s', o.relation, s.assigned) END,
      o.relation, d.condition, r.body ->> 'column'),
    'first', format('SELECT (t.%1$I + %2$L::interval)::timestamptz FROM %3$s t WHERE %4$s'
      ' ORDER BY t.%1$I LIMIT 1', r.body ->> 'column', r.body ->> 'after', o.relation,
      d.condition)) ORDER BY r.place), '[]')
  FROM jsonb_array_elements(manifest #> ARRAY['collections', collection, 'retain'])
    WITH ORDINALITY r(body, place)
  CROSS JOIN LATERAL (SELECT reeve.catalog_table(manifest, collection),
    reeve.catalog_key(reeve.catalog_columns(
      manifest #> ARRAY['collections', collection, 'key']))) o(relation, key)
  LEFT JOIN LATERAL (
    SELECT string_agg(format('%I = (%s)', e.key, x.value), ', '),
      string_agg(format('t.%I IS DISTINCT FROM (%s)', e.key, x.value), ' OR ')
    FROM jsonb_each(r.body -> 'set') e
    CROSS JOIN LATERAL (SELECT coalesce(reeve.catalog_bind(e.value #>> '{}'), 'NULL')) x(value)
  ) s(assigned, differs) ON TRUE
  -- $1: the keys of rows under a legal hold.
  CROSS JOIN LATERAL (SELECT format('t.%I <= $2 - %L::interval AND %s <> ALL ($1)',
      r.body ->> 'column', r.body ->> 'after', o.key)
    || coalesce(' AND (' || reeve.catalog_bind(r.body ->> 'where') || ')', '')
    || coalesce(' AND (' || s.differs || ')', '')) d(condition)
$$;

COMMENT ON FUNCTION reeve.catalog_retain(jsonb, text) IS
  'Compiles how long the rows of a collection are kept: see reeve.collection.retain.';
