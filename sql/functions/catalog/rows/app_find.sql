-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_find(
  collection_id int, query text, only_keys text[], max_rows int)
RETURNS TABLE(key text, label text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_seen(reeve.collection_get(collection_id));
  folded text := btrim(reeve.text_fold(query));
  later text := '% '
    || replace(replace(replace(folded, E'\\', E'\\\\'), '%', E'\\%'), '_', E'\\_') || '%';
  read text := reeve.reader_call(c.app, 'key text, label text', ARRAY['keys', 'words', 'max_rows']);
  fields text := format('%s AS key, (%s)::text AS label', c.key_sql, c.label_sql);
  chosen text := format('SELECT %s FROM %s t', fields, c.table_sql);
  among text := CASE WHEN only_keys IS NULL THEN '' ELSE ' AND ' || c.keys_sql END;
  -- The columns of a name, then a textual key, then others that name one row, such as a handle.
  sources jsonb := (
    SELECT coalesce(jsonb_agg(o.columns ORDER BY o.place), '[]')
    FROM (
      SELECT 1, to_jsonb(c.find_plain) WHERE c.find_plain IS NOT NULL
      UNION ALL
      SELECT CASE WHEN l.name = c.key_columns THEN 2 ELSE 3 END, to_jsonb(l.name)
      FROM pg_attribute a
      JOIN pg_type y ON y.oid = a.atttypid
      CROSS JOIN LATERAL (SELECT ARRAY[a.attname::text]) l(name)
      WHERE a.attrelid = c.relation AND y.typcategory = 'S' AND NOT a.attisdropped
        AND l.name <> coalesce(c.find_plain, '{}')
        AND (l.name = c.key_columns
          OR l.name <@ c.show_columns AND NOT l.name <@ c.personal_columns AND EXISTS (
            SELECT FROM pg_index i
            WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indisvalid
              AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum AND i.indpred IS NULL))
      ) o(place, columns));
  source text[];
  name text;
  fits text;
  parts text;
  scanned int := 10000;
  matched int := 0;
  more int;
  is_cut boolean;
BEGIN
  IF only_keys IS NOT NULL AND folded = '' OR c.find_column IS NULL AND folded = '' THEN
    RETURN QUERY EXECUTE read
    USING chosen || ' WHERE TRUE' || among || ' ORDER BY t.' || quote_ident(c.key_columns[1])
      || ' LIMIT $5', only_keys, NULL::text, max_rows::bigint;
    RETURN;
  END IF;
  IF cardinality(c.key_columns) = 1 OR query ~ E'^\\s*\\[' THEN
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
      -- No name begins with it: a later word may, which a trigram index finds.
      RETURN QUERY EXECUTE read
      USING format('%1$s WHERE t.%2$I LIKE $6%3$s ORDER BY t.%2$I LIMIT $5', chosen, c.find_column,
        among), only_keys, later, max_rows::bigint;
      GET DIAGNOSTICS matched = ROW_COUNT;
    END IF;
    IF matched > 0 OR folded = '' THEN
      RETURN;
    END IF;
  END IF;
  -- The first of them last: where no index answers, its rows are looked at.
  FOR source IN
    SELECT reeve.catalog_columns(l.columns)
    FROM jsonb_array_elements(sources) WITH ORDINALITY l(columns, place) ORDER BY l.place DESC
  LOOP
    SELECT format(
      CASE cardinality(source) WHEN 1 THEN '%s' ELSE 'array_to_string(ARRAY[%s], '' '')' END,
      string_agg(format('t.%I::text', n), ', ' ORDER BY p)) INTO name
    FROM unnest(source) WITH ORDINALITY u(n, p);
    -- Of a name in several columns each word of the query begins a word.
    fits := CASE cardinality(source) WHEN 1 THEN 'f.name ^@ $6'
      ELSE 'NOT EXISTS (SELECT FROM regexp_split_to_table($6, '' +'') w(word)'
        ' WHERE strpos('' '' || f.name, '' '' || w.word) = 0)' END;
    -- For each spelling of the beginning, as far along an index as a match could be.
    SELECT string_agg(format(
      '(SELECT %1$s, %2$s AS name FROM %3$s t WHERE t.%4$I %5$s v.start::%6$s'
      ' ORDER BY t.%4$I USING %7$s LIMIT $5 + 200)',
      fields, name, c.table_sql, n, x.ge, x.type, x.lt), ' UNION ALL ')
    INTO parts
    FROM unnest(source) n CROSS JOIN LATERAL reeve.catalog_index(c.relation, n) x
    WHERE x.ge IS NOT NULL AND only_keys IS NULL
    HAVING count(*) = cardinality(source);
    CONTINUE WHEN parts IS NULL;
    RETURN QUERY EXECUTE read
    USING format($f$
        SELECT s.key, s.label
        FROM unnest($1) v(start)
        CROSS JOIN LATERAL (%1$s) s
        CROSS JOIN LATERAL (SELECT reeve.text_fold(s.name)) f(name)
        WHERE %2$s AND s.key <> ($1)[1]
        GROUP BY s.key, s.label, f.name ORDER BY f.name LIMIT $5
      $f$, parts, fits),
      ARRAY[btrim(query), folded, initcap(folded), upper(folded)] || CASE
        WHEN cardinality(source) > 1 AND folded ~ ' ' THEN ARRAY(
          SELECT unnest(ARRAY[p, initcap(p), upper(p)])
          FROM regexp_split_to_table(folded, ' +') p) END,
      folded, (max_rows - matched)::bigint;
    GET DIAGNOSTICS more = ROW_COUNT;
    matched := matched + more;
    EXIT WHEN matched >= max_rows;
  END LOOP;
  IF matched > 0 OR sources = '[]' OR c.find_column IS NOT NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE read
  USING format($f$
      SELECT %1$s FROM (SELECT t.* FROM %2$s t WHERE TRUE%3$s LIMIT %4$s) t
      CROSS JOIN LATERAL (SELECT reeve.text_fold(%5$s)) f(name)
      WHERE %7$s OR length($6) >= 3 AND f.name LIKE %6$L ORDER BY f.name LIMIT $5
    $f$, fields, c.table_sql, among, scanned, name, later, fits),
    only_keys, folded, max_rows::bigint;
  GET DIAGNOSTICS matched = ROW_COUNT;
  IF matched < max_rows AND (parts IS NULL OR only_keys IS NOT NULL AND EXISTS (
    SELECT FROM unnest(source) n
    WHERE (SELECT x.ge FROM reeve.catalog_index(c.relation, n) x) IS NULL))
  THEN
    EXECUTE reeve.reader_call(c.app, 'is_cut boolean', '{}') INTO is_cut
    USING format('SELECT EXISTS (SELECT FROM %s t OFFSET %s)', c.table_sql, scanned);
    IF is_cut THEN
      RAISE WARNING 'only the first % rows of % were searched: no index begins with '
      '%', scanned, c.name,
        array_to_string(source, ', ') USING HINT = 'docs/your-own-database.md says what find '
        'needs.';
    END IF;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_find(int, text, text[], int) IS
  'Rows whose key is the query, or whose name begins with it, ignoring case and accents; if '
  'there are none, names with a word that does. Searches the folded column, else the plain ones '
  '(else a textual key), and texts that name one row: columns that are shown, not personal, and '
  'have a unique index. Goes through indexes that begin with them, or, without such an index on '
  'the name, the first 10,000 rows, with a warning. In a name of several columns each word of the '
  'query begins some word.';
