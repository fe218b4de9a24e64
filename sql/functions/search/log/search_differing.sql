CREATE OR REPLACE FUNCTION reeve.search_differing(words text[], others text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(string_agg(u.w, ' ' ORDER BY u.n), '')
  FROM unnest(words) WITH ORDINALITY u(w, n) WHERE u.w <> ALL (others)
$$;

COMMENT ON FUNCTION reeve.search_differing(text[], text[]) IS
  'The words that others do not have, in their order.';
