CREATE OR REPLACE FUNCTION reeve.catalog_outside(manifest jsonb)
RETURNS TABLE(
  path text, collection text, effect text, verbs text[], inverse text, fields jsonb, account text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT format('/collections/%s/outside/%s', c.key, o.key), c.key, o.key,
      reeve.catalog_columns(o.value -> 'actions'), o.value ->> 'undo', o.value -> 'fields',
      o.value ->> 'account'
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_each(c.value -> 'outside') o
    ORDER BY c.key, o.key;
END
$$;

COMMENT ON FUNCTION reeve.catalog_outside(jsonb) IS
  'The effects that actions of a manifest have outside the database: of which verbs on which '
  'collection, what takes one back (inverse), the expressions that are sent, and which of them '
  'names the account there. NULL: inverse, account.';
