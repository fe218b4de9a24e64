CREATE OR REPLACE FUNCTION reeve.catalog_personal_labels(manifest jsonb, collection text)
RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY(
    SELECT p
    FROM (SELECT manifest #> ARRAY['collections', collection]) c(spec)
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(c.spec -> 'personal')) p
    WHERE c.spec ->> 'label' ~ (E'\\m'
      || regexp_replace(p, '([^[:alnum:]_])', E'\\\\\\1', 'g') || E'\\M'))
$$;

COMMENT ON FUNCTION reeve.catalog_personal_labels(jsonb, text) IS
  'The personal columns that the label of a collection names: public output may not show them.';
