CREATE OR REPLACE FUNCTION reeve.catalog_check_strikes(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('/strikes/thresholds/%s/propose', t.place - 1), 'missing', format(
    'no action %s is declared for those whom strikes count against (%s)', t.body ->> 'propose',
    coalesce((
      SELECT string_agg(p.key, ', ' ORDER BY p.key)
      FROM jsonb_each(manifest -> 'collections') p WHERE p.value ? 'recipient'),
      'no collection has a recipient'))
  FROM jsonb_array_elements(manifest #> '{strikes,thresholds}') WITH ORDINALITY t(body, place)
  WHERE NOT EXISTS (
    SELECT FROM jsonb_array_elements(manifest -> 'actions') a
    WHERE a ->> 'verb' = t.body ->> 'propose'
      AND manifest #> ARRAY['collections', a ->> 'collection'] ? 'recipient')
$$;

COMMENT ON FUNCTION reeve.catalog_check_strikes(jsonb) IS
  'Findings about the actions that thresholds of strikes propose.';
