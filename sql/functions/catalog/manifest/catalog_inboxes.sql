CREATE OR REPLACE FUNCTION reeve.catalog_inboxes(manifest jsonb)
RETURNS TABLE(collection text, routine regprocedure, signature text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT e.key, to_regprocedure(s.signature), s.signature
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL (
    SELECT format('%I.%I(text, jsonb, timestamptz)', manifest ->> 'schema',
      e.value #>> '{recipient,inbox}')) s(signature)
  WHERE e.value #>> '{recipient,inbox}' IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_inboxes(jsonb) IS
  'The functions of a manifest that take notices into the app, by the collection of the people; '
  'routine is NULL if there is none.';
