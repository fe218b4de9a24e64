CREATE OR REPLACE FUNCTION reeve.search_vector(search jsonb) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT string_agg(format('setweight(to_tsvector(''simple'', reeve.search_text(d.%s)), %L)', w,
      upper(w)), ' || ' ORDER BY w)
    FROM unnest(ARRAY['a', 'b', 'c', 'd']) w WHERE jsonb_array_length(search -> w) > 0);
END
$$;

COMMENT ON FUNCTION reeve.search_vector(jsonb) IS
  'Expression over d, a row of reeve.search_extract: the weighted words of its document.';
