CREATE OR REPLACE FUNCTION reeve.hand_find(
  collection_id int, folded text, only_keys text[], max_rows int)
RETURNS TABLE(key text, label text)
LANGUAGE plpgsql STABLE ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  chosen text := format(
    'SELECT %s AS key, (%s)::text AS label FROM %s t', c.key_sql, c.label_sql, c.table_sql);
  among text := CASE WHEN only_keys IS NULL THEN '' ELSE ' AND ' || c.keys_sql END;
  by_key text;
  matched int := 0;
BEGIN
  IF only_keys IS NOT NULL AND folded = '' OR c.find_column IS NULL AND folded = '' THEN
    RETURN QUERY EXECUTE chosen || ' WHERE TRUE' || among || ' ORDER BY t.'
      || quote_ident(c.key_columns[1]) || ' LIMIT $2' USING only_keys, max_rows;
    RETURN;
  END IF;
  IF cardinality(c.key_columns) = 1
    AND (c.key_types[1] = ANY (ARRAY['text', 'character varying'])
      OR c.key_types[1] = 'bigint' AND folded ~ '^[0-9]{1,18}$'
      OR c.key_types[1] = 'integer' AND folded ~ '^[0-9]{1,9}$')
  THEN
    by_key := format(' WHERE t.%I = $3::%s', c.key_columns[1], c.key_types[1]);
    RETURN QUERY EXECUTE chosen || by_key || among USING only_keys, max_rows, folded;
    GET DIAGNOSTICS matched = ROW_COUNT;
  END IF;
  IF c.find_column IS NULL OR matched >= max_rows THEN
    RETURN;
  END IF;
  -- In the order of text_pattern_ops, so that its index stops at the limit.
  RETURN QUERY EXECUTE format(
    '%1$s WHERE t.%2$I ^@ $3%3$s ORDER BY t.%2$I USING ~<~ LIMIT $2', chosen, c.find_column, among)
    USING only_keys, max_rows - matched, folded;
  GET DIAGNOSTICS matched = ROW_COUNT;
  IF matched > 0 OR length(folded) < 3 THEN
    RETURN;
  END IF;
  -- No name begins so: a later word of one may, which a trigram index answers.
  RETURN QUERY EXECUTE format(
    '%1$s WHERE t.%2$I LIKE $3%3$s ORDER BY t.%2$I LIMIT $2', chosen, c.find_column, among)
    USING only_keys, max_rows,
      '% ' || replace(replace(replace(folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
END
$$;

COMMENT ON FUNCTION reeve.hand_find(int, text, text[], int) IS
  'Rows whose key is the folded text or whose name begins with it; else names with such a word.';

GRANT EXECUTE ON FUNCTION reeve.hand_find(int, text, text[], int) TO reeve_owner;
