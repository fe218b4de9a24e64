CREATE OR REPLACE FUNCTION reeve.evidence_object(c reeve.collection) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.collection_seen(c);
  RETURN reeve.columns_expression(c.relation, ARRAY(
    SELECT unnest(c.key_columns || c.show_columns || c.personal_columns)
    UNION SELECT jsonb_array_elements_text(p.body #> '{encrypted,bind}')
      FROM reeve.app_part p WHERE p.app = c.app AND p.path = ARRAY['collections', c.name]
    UNION SELECT c.conversation ->> 'at' UNION SELECT c.conversation ->> 'text')) || '::text';
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  -- One table that is gone must not stop acts on the others.
  RAISE WARNING 'no evidence of %: %', c.name, SQLERRM USING HINT = reeve.catalog_remedy();
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.evidence_object(reeve.collection) IS
  'Expression over a row t of a collection: what evidence keeps of it, the columns that the '
  'catalog shows, as canonical JSON. NULL: result, where the table or its key is gone.';
