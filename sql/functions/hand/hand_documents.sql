CREATE OR REPLACE FUNCTION reeve.hand_documents(collection_id int, keys text[])
RETURNS TABLE(key text, label text, a text, b text, c text, d text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
  weights text;
BEGIN
  SELECT string_agg(coalesce(
    (SELECT 'concat_ws('' '', ' || string_agg(format('t.%I::text', f.name), ', ' ORDER BY f.place)
        || ')'
      FROM jsonb_array_elements_text(coll.search -> w.weight) WITH ORDINALITY f(name, place)),
    ''''''), ', ' ORDER BY w.weight)
  INTO STRICT weights
  FROM unnest(ARRAY['a', 'b', 'c', 'd']) w(weight);
  RETURN QUERY EXECUTE format(
    'SELECT %s, (%s)::text, %s FROM %s t%s', coll.key_sql, coll.label_sql, weights, coll.table_sql,
    CASE WHEN keys IS NULL THEN '' ELSE ' WHERE ' || coll.keys_sql END)
  USING keys;
END
$$;

COMMENT ON FUNCTION reeve.hand_documents(int, text[]) IS
  'Search documents of the rows with these keys (NULL: all): texts by weight, a the heaviest.';

GRANT EXECUTE ON FUNCTION reeve.hand_documents(int, text[]) TO reeve_owner;
