CREATE OR REPLACE FUNCTION reeve.catalog_check_views(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT '/views/' || r.key AS at, r.value AS spec,
      to_regprocedure(format('%I.%I(text%s)', manifest ->> 'schema', r.value ->> 'function',
        repeat(', text', cardinality(reeve.catalog_columns(r.value -> 'arguments'))))) AS routine
    FROM jsonb_each(coalesce(manifest -> 'views', '{}')) r
  LOOP
    IF item.routine IS NULL THEN
      RETURN QUERY SELECT item.at || '/function', 'missing', format(
        'there is no function %s.%s(key text%s)', manifest ->> 'schema', item.spec ->> 'function',
        (SELECT string_agg(', ' || a || ' text', '')
          FROM unnest(reeve.catalog_columns(item.spec -> 'arguments')) a));
    ELSE
      RETURN QUERY
        SELECT format('%s/columns/%s', item.at, c.place - 1), 'missing',
          format('%s returns no column %s', item.routine, c.name)
        FROM unnest(reeve.catalog_columns(item.spec -> 'columns')) WITH ORDINALITY c(name, place)
        WHERE NOT EXISTS (
          SELECT FROM pg_proc p WHERE p.oid = item.routine AND c.name = ANY (p.proargnames));
    END IF;
    IF NOT manifest -> 'collections' ? (item.spec ->> 'collection') THEN
      RETURN QUERY SELECT item.at || '/collection', 'missing',
        format('there is no collection %s', item.spec ->> 'collection');
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_views(jsonb) IS
  'Findings about the functions of reports.';
