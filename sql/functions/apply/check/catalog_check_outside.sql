CREATE OR REPLACE FUNCTION reeve.catalog_check_outside(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT f.path, f.code, f.message
  FROM reeve.catalog_outside(manifest) o
  CROSS JOIN LATERAL (
    SELECT format('%s/actions/%s', o.path, v.place - 1), 'missing',
      format('no action %s is declared for %s', v.verb, o.collection)
    FROM unnest(o.verbs) WITH ORDINALITY v(verb, place)
    WHERE NOT EXISTS (
      SELECT FROM reeve.catalog_actions(manifest) a
      WHERE a.verb = v.verb AND a.collection = o.collection)
    UNION ALL
    SELECT o.path || '/undo', 'name', 'an effect is not its own inverse' WHERE o.inverse = o.effect
    UNION ALL
    SELECT o.path || '/account', 'missing', format('there is no field %s', o.account)
    WHERE o.account IS NOT NULL AND NOT o.fields ? o.account
    UNION ALL
    SELECT format('%s/fields/%s', o.path, e.key), 'expression', t.problem
    FROM jsonb_each_text(o.fields) e
    CROSS JOIN LATERAL (
      SELECT reeve.catalog_try(format('SELECT (%s)::text FROM %s t', e.value,
        reeve.catalog_table(manifest, o.collection)), manifest ->> 'owner')) t(problem)
    WHERE t.problem IS NOT NULL) f(path, code, message)
$$;

COMMENT ON FUNCTION reeve.catalog_check_outside(jsonb) IS
  'Findings about effects outside the database, over collections that are sound.';
