CREATE OR REPLACE FUNCTION reeve.catalog_statement(
  manifest jsonb, collection text, body jsonb, ids jsonb)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  name text := body ->> 'collection';
  spec jsonb := manifest #> ARRAY['collections', name];
  relation regclass := reeve.catalog_table(manifest, name)::regclass;
  keys text[] := reeve.catalog_columns(spec -> 'key');
  columns text[] := CASE
    WHEN body ? 'set' THEN ARRAY(SELECT jsonb_object_keys(body -> 'set'))
    WHEN body ? 'hide' THEN array_remove(ARRAY[spec ->> 'visible'], NULL) ELSE '{}' END;
  outer_columns text;
  chosen text;
  told text;
  kept text;
BEGIN
  IF strpos(body::text, '$alike') > 0 THEN
    kept := reeve.alike_kept(manifest, collection, body);
    -- Without ids it is only planned, as the app's owner, who may not compare texts.
    body := replace(body::text, '$alike', btrim(
      to_jsonb(CASE WHEN ids = '{}' THEN 'NULL::text' ELSE kept END)::text, '"'));
  END IF;
  chosen := CASE
    -- Found and locked before anything else about them is read: this way their own index finds
    -- them, and they are read and changed in their physical order.
    WHEN collection IS NULL THEN format(
      't.ctid = ANY (ARRAY(SELECT t.ctid FROM %s t WHERE (%s) LIMIT $5/* lock */))',
      reeve.catalog_table(manifest, name),
      coalesce(reeve.catalog_bind(body ->> 'where'), 'TRUE'))
    -- By rows of a third table that names both, such as the items of an order.
    WHEN body ? 'through' THEN format('(%s) IN (SELECT %s FROM %I.%I m WHERE %s)',
      (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(keys) k),
      (SELECT string_agg(format('m.%I', k), ', ')
        FROM unnest(reeve.catalog_columns(body #> '{through,to}')) k),
      manifest ->> 'schema', body #>> '{through,table}',
      reeve.catalog_keys('m', reeve.catalog_columns(body #> '{through,of}'),
        reeve.catalog_types(reeve.catalog_table(manifest, collection)::regclass,
          reeve.catalog_columns(manifest #> ARRAY['collections', collection, 'key']))))
    WHEN body ? 'via' THEN reeve.catalog_via(
      manifest, name, 't', string_to_array(body ->> 'via', '.'))
    ELSE reeve.catalog_keys('t', keys, reeve.catalog_types(relation, keys)) END;
  SELECT string_agg(DISTINCT format('t.%I', c), ', ') INTO outer_columns
  FROM jsonb_each(coalesce(spec -> 'parents', '{}')) p
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(p.value -> 'columns')) c;
  SELECT string_agg(format(
    'CASE WHEN %s THEN %s || jsonb_build_object(''template'', %L, ''with'','
    ' %s) END',
    coalesce('(' || reeve.catalog_bind(t.entry ->> 'when') || ')', 'TRUE'),
    reeve.catalog_recipient(manifest, name,
      CASE WHEN t.entry ->> 'to' = 'self' THEN '{}'
        ELSE string_to_array(t.entry ->> 'to', '.') END, ids),
    t.entry ->> 'template',
    reeve.object_expression(ARRAY(
      SELECT format('%L, (%s)', w.key, reeve.catalog_bind(w.value))
      FROM jsonb_each_text(coalesce(t.entry -> 'with', '{}')) w))), ', ')
  INTO told
  FROM jsonb_array_elements(coalesce(body -> 'notify', '[]')) t(entry);
  SELECT concat_ws(', ', told, string_agg(format(
    'CASE WHEN %s THEN jsonb_build_object(''job'', %L, ''args'', %s%s) END',
    coalesce('(' || reeve.catalog_bind(t.entry ->> 'when') || ')', 'TRUE'), t.entry ->> 'kind',
    reeve.object_expression(ARRAY(
      SELECT format('%L, (%s)', w.key, reeve.catalog_bind(w.value))
      FROM jsonb_each_text(coalesce(t.entry -> 'args', '{}')) w)),
    CASE WHEN t.entry ? 'undo' THEN format(
      ', ''undo'', jsonb_build_object(''kind'', %L, ''args'', %s)', t.entry #>> '{undo,kind}',
      reeve.object_expression(ARRAY(
        SELECT format('%L, (%s)', w.key, reeve.catalog_bind(w.value))
        FROM jsonb_each_text(coalesce(t.entry #> '{undo,args}', '{}')) w))) ELSE '' END), ', '))
  INTO told
  FROM jsonb_array_elements(coalesce(body -> 'enqueue', '[]')) t(entry);
  RETURN format(
    'SELECT %s, (%s)::text, %s, %s, %s FROM %s t%s'
    ' WHERE %s AND (%s)',
    reeve.catalog_key(keys), spec ->> 'label',
    reeve.object_expression(ARRAY(SELECT format('%1$L, t.%1$I', c) FROM unnest(columns) c)),
    reeve.object_expression(CASE WHEN body ? 'due' THEN ARRAY[
      format('''due'', (%s)::timestamptz', reeve.catalog_bind(body ->> 'due'))]
    ELSE ARRAY(
      SELECT format('%L, (%s)::%s', s.key, reeve.catalog_bind(s.value), ty.name)
      FROM jsonb_each_text(CASE WHEN body ? 'hide' AND spec ? 'hidden'
        THEN jsonb_build_object(spec ->> 'visible', spec -> 'hidden')
        ELSE coalesce(body -> 'set', '{}') END) s
      CROSS JOIN LATERAL (
        SELECT (reeve.catalog_types(relation, ARRAY[s.key]))[1]) ty(name)) END),
    coalesce('jsonb_build_array(' || nullif(told, '') || ')', 'NULL::jsonb'),
    reeve.catalog_table(manifest, name),
    coalesce(format(' CROSS JOIN LATERAL (SELECT %s) o', outer_columns), ''),
    chosen, coalesce(reeve.catalog_bind(body ->> 'where'), 'TRUE'));
END
$$;

COMMENT ON FUNCTION reeve.catalog_statement(jsonb, text, jsonb, jsonb) IS
  'Compiles one effect to the SELECT that reeve.rule keeps. collection: that of the subject, '
  'NULL for rows that go stale by themselves. ids: collection name to id. RV005 for a broken '
  'path.';
