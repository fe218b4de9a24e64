CREATE OR REPLACE FUNCTION reeve.search_walk(q reeve.search_query, max int)
RETURNS TABLE(generation_id int, key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  direction text := CASE WHEN q.is_descending THEN 'DESC' ELSE 'ASC' END;
  p record;
  documents text;
  has_range boolean;
  sorted text;
  columns text;
  part text;
  rows bigint;
  statements text[] := '{}';
BEGIN
  FOR p IN SELECT * FROM reeve.search_every(q) LOOP
    documents := format('reeve_index.%I i', (p.g).table_name);
    has_range := q.field = ANY ((p.g).ranges);
    sorted := reeve.search_value((p.g).declared -> 'search', (p.g).ranges, q.field);
    IF NOT has_range THEN
      -- Of several values by the first one.
      sorted := format('(SELECT CASE jsonb_typeof(f.v) WHEN ''string''
          THEN to_jsonb(reeve.filter_fold(f.v #>> ''{}'')) WHEN ''null'' THEN NULL ELSE f.v END
        FROM (SELECT CASE jsonb_typeof(%1$s) WHEN ''array'' THEN %1$s -> 0 ELSE %1$s END) f(v))',
        sorted);
    END IF;
    columns := format('SELECT i.key, i.popularity, %s AS value FROM ',
      CASE WHEN q.field IS NULL THEN 'NULL::jsonb' ELSE sorted END);
    IF q.field IS NULL THEN
      -- A page is found soon among the most popular, or else few documents meet the condition.
      part := columns || format('(SELECT * FROM %s ORDER BY i.popularity DESC, i.key LIMIT 10000) i
        WHERE %s ORDER BY i.popularity DESC, i.key LIMIT %s', documents, p.condition, max);
      EXECUTE format('SELECT count(*) FROM (%s) w', part) INTO rows;
      IF rows < max THEN
        part := columns || format('%s WHERE %s LIMIT 50000', documents, p.condition);
      END IF;
    ELSIF has_range AND q.every = '{}' THEN
      part := format('SELECT * FROM (%s WHERE %s IS NOT NULL AND %s
          ORDER BY value %s LIMIT 50000) w ORDER BY value %4$s, popularity DESC, key LIMIT %s',
        columns || documents, sorted, p.condition, direction, max);
      EXECUTE format('SELECT count(*) FROM (%s) w', part) INTO rows;
      IF rows < max THEN
        part := format('(%s) UNION ALL (%s WHERE %s IS NULL AND %s LIMIT 50000)',
          part, columns || documents, sorted, p.condition);
      END IF;
    ELSIF p.df > least((p.g).documents / 10, 50000) THEN
      part := columns || format('(SELECT * FROM %s ORDER BY i.popularity DESC, i.key LIMIT 50000) i
        WHERE %s', documents, p.condition);
    ELSE
      part := columns || format('%s WHERE %s ORDER BY i.popularity DESC, i.key LIMIT 50000',
        documents, p.condition);
    END IF;
    statements := statements || format('(SELECT %s, w.key, w.popularity, %s FROM (%s) w)',
      (p.g).generation_id, CASE WHEN has_range THEN 'to_jsonb(w.value)' ELSE 'w.value' END, part);
  END LOOP;
  IF statements <> '{}' THEN
    RETURN QUERY EXECUTE format(
      'SELECT w.generation_id, w.key FROM (%s) w(generation_id, key, popularity, value)
       ORDER BY w.value %s NULLS LAST, w.popularity DESC, w.generation_id, w.key LIMIT $1',
      array_to_string(statements, ' UNION ALL '), direction) USING max;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_walk(reeve.search_query, int) IS
  'Documents with every word that meet the conditions of a query, in the order of a filter''s '
  'value, or by popularity if there is none. Beside words, or where the filter has no order of its '
  'own (search_generation.ranges), of the 50,000 most popular; else exact, where no more than '
  '50,000 have one value or, by popularity, meet the condition.';
