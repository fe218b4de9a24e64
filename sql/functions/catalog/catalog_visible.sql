CREATE OR REPLACE FUNCTION reeve.catalog_visible(manifest jsonb, collection text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE
    WHEN c.spec -> 'visible' IS NULL THEN 'TRUE'
    WHEN c.spec ? 'hidden' THEN format('t.%I IS DISTINCT FROM (%s)', c.spec ->> 'visible',
      reeve.catalog_moment(replace(c.spec ->> 'hidden', '$until', '''infinity''::timestamptz')))
    ELSE format('(t.%I > statement_timestamp()) IS NOT TRUE', c.spec ->> 'visible') END
  FROM (SELECT manifest #> ARRAY['collections', collection]) c(spec)
$$;

COMMENT ON FUNCTION reeve.catalog_visible(jsonb, text) IS
  'Condition over t: a row of the collection is not hidden now, as its own column says; TRUE where '
  'it has none.';
