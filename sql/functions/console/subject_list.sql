-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.subject_list(
  app text, collection text, query text, of_collection text, of_key text, via text, filters jsonb,
  sort text, is_descending boolean, shown text[], after jsonb, max_rows int)
RETURNS TABLE(key text, label text, state text, fields text[], place jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection;
  parent reeve.collection;
  relations text[];
  belongs text;
  -- The values that the statement compares with: never part of its text.
  vals jsonb[] := '{}';
  -- Shown columns that the table has no more.
  gone text[];
  wanted record;
  -- reeve.collection_fields by field.
  known jsonb;
  conditions text[] := '{}';
  orders text[];
  past text[];
  types text[];
  later text;
  way text := CASE WHEN is_descending THEN 'DESC' ELSE 'ASC' END;
  given text[] := '{keys,max_rows,vals}';
  statement text;
  said text;
  size float4;
  is_narrow boolean;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF jsonb_typeof(filters) <> 'array' OR jsonb_typeof(after) <> 'array' THEN
    RAISE EXCEPTION 'filters and after are arrays' USING ERRCODE = 'RV001';
  END IF;
  past := ARRAY(SELECT jsonb_array_elements_text(after));
  is_narrow := btrim(query) <> '';
  c := reeve.collection_resolve(subject_list.app, subject_list.collection);
  PERFORM reeve.collection_warn(c);
  gone := ARRAY(SELECT g.name FROM reeve.collection_gone(c) g);
  c := reeve.collection_seen(c);
  known := (
    SELECT coalesce(jsonb_object_agg(f.field, to_jsonb(f)), '{}')
    FROM reeve.collection_fields(c.app, c.name) f);
  FOR wanted IN
    SELECT w.name, known #>> ARRAY[w.name, 'problem'] AS problem
    FROM unnest(ARRAY(SELECT s FROM unnest(shown) s WHERE s <> ALL (gone)) || sort || ARRAY(
      SELECT x ->> 'field' FROM jsonb_array_elements(filters) x)) w(name)
    WHERE w.name IS NOT NULL
  LOOP
    IF known -> wanted.name IS NULL OR wanted.problem IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV001',
        MESSAGE = coalesce(wanted.problem, format('%s has no field %s', c.name, wanted.name)),
        HINT = format('Fields: %s.', array_to_string(c.show_columns, ', '));
    END IF;
  END LOOP;
  IF of_key IS NOT NULL THEN
    parent := reeve.collection_resolve(c.app, of_collection);
    of_key := reeve.subject_key(parent, of_key);
    SELECT array_agg(r.name ORDER BY r.name), min(reeve.catalog_keys('t', r.columns, r.key_types)),
      bool_or(EXISTS (
        SELECT FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = c.relation AND a.attname = r.columns[1] AND i.indpred IS NULL
          AND i.indisvalid))
    INTO relations, belongs, is_narrow
    FROM reeve.relation_list(parent) r
    WHERE r.child_id = c.collection_id AND (via IS NULL OR r.name = via);
    IF coalesce(cardinality(relations), 0) <> 1 THEN
      RAISE EXCEPTION USING ERRCODE = 'RV001', MESSAGE = CASE
        WHEN relations IS NULL AND via IS NULL THEN
          format('no %s belongs to a %s', c.name, parent.name)
        WHEN relations IS NULL THEN format('no %s belongs to a %s as its %s', c.name,
          parent.name, via)
        ELSE format('a %s belongs to a %s in several ways: %s', c.name, parent.name,
          array_to_string(relations, ', ')) END;
    END IF;
    conditions := conditions || belongs;
  END IF;
  IF btrim(query) <> '' THEN
    IF c.find_column IS NULL THEN
      RAISE EXCEPTION '% has no folded name, so a text cannot be combined with filters', c.name
        USING ERRCODE = 'RV001', HINT = 'Leave the text or the filters out.';
    END IF;
    vals := vals || to_jsonb(btrim(reeve.text_fold(query)));
    conditions := conditions
      || format('t.%I ^@ (($7)[%s] #>> ''{}'')', c.find_column, cardinality(vals));
  END IF;
  FOR wanted IN
    SELECT x ->> 'field' AS field, x ->> 'op' AS op, f.type, y.typcategory,
      array_agg(x ->> 'value' ORDER BY n) AS texts
    FROM jsonb_array_elements(filters) WITH ORDINALITY e(x, n)
    CROSS JOIN LATERAL (SELECT known #>> ARRAY[x ->> 'field', 'type']) f(type)
    JOIN pg_type y ON y.oid = to_regtype(f.type)
    -- Equalities of one field are alternatives; all other conditions must hold together.
    GROUP BY 1, 2, 3, 4, CASE WHEN x ->> 'op' <> '=' THEN n END
    ORDER BY min(n)
  LOOP
    IF (wanted.op IN ('=', '!=', '<', '<=', '>', '>=', '^=')) IS NOT TRUE
      OR wanted.op = '^=' AND wanted.typcategory <> 'S' THEN
      RAISE EXCEPTION '% is no comparison for %, which is %', wanted.op, wanted.field, wanted.type
        USING ERRCODE = 'RV001', HINT = 'Comparisons: = != < <= > >=, and ^= for texts.';
    END IF;
    DECLARE
      choices text[] := '{}';
      value text;
    BEGIN
      FOREACH value IN ARRAY wanted.texts LOOP
        IF wanted.typcategory = 'D' AND value ~ '^[-+][0-9]{1,6}(min|[smhdw])$' THEN
          value := (statement_timestamp() + value::interval)::text;
        END IF;
        IF value = '' AND wanted.op IN ('=', '!=') THEN
          choices := choices || format(CASE wanted.typcategory
            WHEN 'S' THEN '(coalesce(t.%1$I, '''') = '''') %2$s TRUE'
            ELSE '(t.%1$I IS NULL) %2$s TRUE' END,
            wanted.field, CASE wanted.op WHEN '=' THEN 'IS' ELSE 'IS NOT' END);
        ELSE
          vals := vals || to_jsonb(value);
          choices := choices || format('t.%I %s (($7)[%s] #>> ''{}'')::%s', wanted.field,
            CASE wanted.op WHEN '!=' THEN 'IS DISTINCT FROM' WHEN '^=' THEN '^@' ELSE wanted.op END,
            cardinality(vals), CASE wanted.op WHEN '^=' THEN 'text' ELSE wanted.type END);
        END IF;
      END LOOP;
      conditions := conditions || ('(' || array_to_string(choices, ' OR ') || ')');
    END;
  END LOOP;
  size := (SELECT k.reltuples FROM pg_class k WHERE k.oid = c.relation);
  is_narrow := is_narrow OR EXISTS (
    SELECT FROM jsonb_array_elements(filters) x
    WHERE (known #> ARRAY[x ->> 'field', 'is_indexed'])::boolean AND x ->> 'op' <> '!=');
  orders := array_remove(ARRAY[sort], NULL) || array_remove(c.key_columns, sort);
  types := reeve.catalog_types(c.relation, orders);
  IF cardinality(past) = cardinality(orders) THEN
    vals := vals || ARRAY(SELECT coalesce(to_jsonb(v), 'null') FROM unnest(past) v);
    later := (
      SELECT format('(%s) %s (%s)', string_agg(format('t.%I', o.name), ', ' ORDER BY o.n),
        CASE WHEN is_descending THEN '<' ELSE '>' END,
        string_agg(format('(($7)[%s] #>> ''{}'')::%s',
          cardinality(vals) - cardinality(orders) + o.n, o.type), ', ' ORDER BY o.n))
      FROM unnest(orders, types) WITH ORDINALITY o(name, type, n)
      -- Among rows without a value the key alone decides.
      WHERE o.n > 1 OR past[1] IS NOT NULL);
    conditions := conditions || CASE
      WHEN past[1] IS NULL AND is_descending THEN
        format('(t.%I IS NOT NULL OR %s)', orders[1], later)
      WHEN past[1] IS NULL THEN format('(t.%I IS NULL AND %s)', orders[1], later)
      WHEN is_descending OR (
        SELECT a.attnotnull FROM pg_attribute a
        WHERE a.attrelid = c.relation AND a.attname = orders[1]) THEN later
      ELSE format('(%s OR t.%I IS NULL)', later, orders[1]) END;
  END IF;
  -- Labels and fields are computed for the rows of the page only.
  statement := format('SELECT %s, (%s)::text, ARRAY[%s]::text[], jsonb_build_array(%s)'
    ' FROM (SELECT t.* FROM %s t%s ORDER BY %s LIMIT $5) t', c.key_sql, c.label_sql,
    (SELECT string_agg(CASE WHEN n = ANY (gone) THEN quote_literal(reeve.column_gone(n))
      ELSE format('t.%I::text', n) END, ', ') FROM unnest(shown) n),
    (SELECT string_agg(format('t.%I::text', n), ', ') FROM unnest(orders) n),
    c.table_sql, coalesce(' WHERE ' || nullif(array_to_string(conditions, ' AND '), ''), ''),
    (SELECT string_agg(format('t.%I %s', o.name, way), ', ' ORDER BY o.n)
      FROM unnest(orders) WITH ORDINALITY o(name, n)));
  -- Judged by the columns that indexes begin with: a function that only reads may not EXPLAIN.
  IF size > 100000 AND NOT is_narrow AND (filters <> '[]' OR of_key IS NOT NULL
    OR NOT (known #> ARRAY[sort, 'is_indexed'])::boolean)
  THEN
    RAISE WARNING 'this may read all of about % rows of %: no index answers it',
      to_char(size, 'FM999,999,999,999'), c.name USING HINT = 'Ctrl-C stops it.';
  END IF;
  -- One look-up per row, however many restrictions there are: a join could hash them all.
  RETURN QUERY EXECUTE format('SELECT r.key, r.label, coalesce(('
    ' SELECT reeve.restriction_text(s) FROM reeve.subject s'
    ' WHERE s.collection_id = %s AND s.key = r.key), ''''), r.fields, r.place FROM (%s) r',
    c.collection_id,
    reeve.reader_call(c.app, 'key text, label text, fields text[], place jsonb', given))
  USING statement, ARRAY[of_key], coalesce(max_rows, 2000000000)::bigint, vals;
EXCEPTION WHEN data_exception THEN
  GET STACKED DIAGNOSTICS said = MESSAGE_TEXT;
  RAISE EXCEPTION 'a value does not fit its field: %', said USING ERRCODE = 'RV001';
END
$$;

COMMENT ON FUNCTION reeve.subject_list(
  text, text, text, text, text, text, jsonb, text, boolean, text[], jsonb, int) IS
  'Rows of a collection, with their restrictions. query: the beginning of their folded name. '
  'of_collection, of_key, via: only rows that belong to that subject, as which parent. filters: '
  '[{field, op, value}], op one of = != < <= > >= ^=; an empty value means none; +7d and -7d are '
  'relative to now. sort: a field, then the key. shown: the fields returned in fields. after: the '
  'place value of the last row of the page before; NULL for the first. Warns if it reads a whole '
  'table of over 100,000 rows. RV001 for a comparison that is not possible. NULL: label.';

GRANT EXECUTE ON FUNCTION reeve.subject_list(
  text, text, text, text, text, text, jsonb, text, boolean, text[], jsonb, int) TO reeve_viewer;
