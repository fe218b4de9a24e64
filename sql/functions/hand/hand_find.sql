CREATE OR REPLACE FUNCTION reeve.hand_find(
  collection_id int, query text, only_keys text[], max_rows int)
RETURNS TABLE(key text, label text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  folded text := btrim(reeve.text_fold(query));
  later text := '% ' || replace(replace(replace(folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  read text := reeve.eye_call(c.app, 'key text, label text', ARRAY['keys', 'words', 'max_rows']);
  fields text := format('%s AS key, (%s)::text AS label', c.key_sql, c.label_sql);
  chosen text := format('SELECT %s FROM %s t', fields, c.table_sql);
  among text := CASE WHEN only_keys IS NULL THEN '' ELSE ' AND ' || c.keys_sql END;
  -- The plain column, and a textual key.
  names text[] := ARRAY(
    SELECT a.attname::text FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
    WHERE a.attrelid = c.relation AND y.typcategory = 'S'
      AND (a.attname = c.find_plain OR ARRAY[a.attname::text] = c.key_columns)
    ORDER BY a.attname = c.find_plain DESC NULLS LAST);
  plain text;
  scanned int := 10000;
  matched int := 0;
  more int;
  index record;
  is_cut boolean;
BEGIN
  IF only_keys IS NOT NULL AND folded = '' OR c.find_column IS NULL AND folded = '' THEN
    RETURN QUERY EXECUTE read
    USING chosen || ' WHERE TRUE' || among || ' ORDER BY t.' || quote_ident(c.key_columns[1])
      || ' LIMIT $5', only_keys, NULL::text, max_rows::bigint;
    RETURN;
  END IF;
  IF cardinality(c.key_columns) = 1 OR query ~ '^\s*\[' THEN
    BEGIN
      RETURN QUERY EXECUTE read
      USING format('%s WHERE %s%s LIMIT $5', chosen,
          replace(c.keys_sql, '$1', 'ARRAY[$6]'),
          CASE WHEN only_keys IS NULL THEN '' ELSE format(' AND %s = ANY ($1)', c.key_sql) END),
        only_keys, btrim(query), max_rows::bigint;
      GET DIAGNOSTICS matched = ROW_COUNT;
    EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
      NULL;  -- The text is no key, so it is a name.
    END;
  END IF;
  IF matched >= max_rows THEN
    RETURN;
  END IF;
  IF c.find_column IS NOT NULL THEN
    -- In the order of text_pattern_ops, so that its index stops at the limit.
    RETURN QUERY EXECUTE read
    USING format('%1$s WHERE t.%2$I ^@ $6%3$s ORDER BY t.%2$I USING ~<~ LIMIT $5', chosen,
      c.find_column, among), only_keys, folded, (max_rows - matched)::bigint;
    GET DIAGNOSTICS matched = ROW_COUNT;
    IF matched = 0 AND length(folded) >= 3 THEN
      -- No name begins so: a later word of one may, which a trigram index answers.
      RETURN QUERY EXECUTE read
      USING format('%1$s WHERE t.%2$I LIKE $6%3$s ORDER BY t.%2$I LIMIT $5', chosen, c.find_column,
        among), only_keys, later, max_rows::bigint;
    END IF;
    RETURN;
  END IF;
  IF only_keys IS NULL THEN
    FOREACH plain IN ARRAY names LOOP
      SELECT * INTO index FROM reeve.catalog_index(c.relation, plain);
      CONTINUE WHEN index.ge IS NULL;
      -- From each way to write the beginning, as far along the index as the answer could lie.
      RETURN QUERY EXECUTE read
      USING format($f$
          SELECT s.key, s.label
          FROM unnest($1) v(start)
          CROSS JOIN LATERAL (
            SELECT %1$s, t.%2$I::text AS name FROM %3$s t
            WHERE t.%2$I %4$s v.start::%6$s ORDER BY t.%2$I USING %5$s LIMIT $5 + 200) s
          WHERE reeve.text_fold(s.name) ^@ $6 AND s.key <> ($1)[1]
          GROUP BY s.key, s.label, s.name ORDER BY s.name LIMIT $5
        $f$, fields, plain, c.table_sql, index.ge, index.lt, index.type),
        ARRAY[btrim(query), folded, initcap(folded), upper(folded)], folded,
        (max_rows - matched)::bigint;
      GET DIAGNOSTICS more = ROW_COUNT;
      matched := matched + more;
      EXIT WHEN matched >= max_rows;
    END LOOP;
  END IF;
  IF matched > 0 OR names = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE read
  USING format($f$
      SELECT %1$s FROM (SELECT t.* FROM %2$s t WHERE TRUE%3$s LIMIT %4$s) t
      CROSS JOIN LATERAL (SELECT reeve.text_fold(t.%5$I::text)) f(name)
      WHERE f.name ^@ $6 OR length($6) >= 3 AND f.name LIKE %6$L ORDER BY f.name LIMIT $5
    $f$, fields, c.table_sql, among, scanned, names[1], later),
    only_keys, folded, max_rows::bigint;
  GET DIAGNOSTICS matched = ROW_COUNT;
  IF matched < max_rows AND (SELECT x.ge FROM reeve.catalog_index(c.relation, names[1]) x) IS NULL
  THEN
    EXECUTE reeve.eye_call(c.app, 'is_cut boolean', '{}') INTO is_cut
    USING format('SELECT EXISTS (SELECT FROM %s t OFFSET %s)', c.table_sql, scanned);
    IF is_cut THEN
      RAISE WARNING 'only % rows of % were looked at: no index begins with %', scanned, c.name,
        names[1] USING HINT = 'sql/README.md tells what find needs.';
    END IF;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.hand_find(int, text, text[], int) IS
  'Rows whose key is the query, or whose name begins with it, case and accents aside; else names '
  'with such a word. By the folded column, else the plain one (else a textual key): through an '
  'index that begins with it, and where there is none among the first 10,000 rows, with a warning.';
