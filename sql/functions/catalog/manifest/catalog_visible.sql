CREATE OR REPLACE FUNCTION reeve.catalog_visible(manifest jsonb, collection text) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  spec jsonb := manifest #> ARRAY['collections', collection];
BEGIN
  RETURN CASE
    WHEN spec -> 'visible' IS NULL THEN 'TRUE'
    WHEN spec ? 'hidden' THEN format('t.%I IS DISTINCT FROM (%s)', spec ->> 'visible',
      reeve.catalog_moment(replace(spec ->> 'hidden', '$until', '''infinity''::timestamptz')))
    ELSE format('(t.%I > statement_timestamp()) IS NOT TRUE', spec ->> 'visible') END;
END
$$;

COMMENT ON FUNCTION reeve.catalog_visible(jsonb, text) IS
  'Condition over t: a row of the collection is not hidden now, as its own column says; TRUE where '
  'it has none.';
