CREATE OR REPLACE FUNCTION reeve.search_walk(
  generations int[], words text[], conditions text[], sort text, is_descending boolean, max int,
  is_public boolean, pending text[])
RETURNS TABLE(
  generation_id int, key text, popularity real, value jsonb, lexemes text[],
  beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  direction text := CASE WHEN is_descending THEN 'DESC' ELSE 'ASC' END;
  g record;
  columns text;
  part text;
  rows bigint;
  statements text[] := '{}';
BEGIN
  FOR g IN
    SELECT n.generation_id, format('reeve_index.%I i', n.table_name) AS documents,
      sort = ANY (n.ranges) AND words = '{}' AS is_ordered,
      CASE WHEN sort = ANY (n.ranges) THEN v.expression
        ELSE format('reeve.search_first(%s)', v.expression) END AS sorted,
      CASE WHEN sort = ANY (n.ranges) THEN 'to_jsonb(w.value)' ELSE 'w.value' END AS value,
      p.lexemes, p.beginning, p.corrected,
      p.df > least(n.documents / 10, 50000) AS is_common, p.condition AS words_sql,
      format('(%s) AND NOT EXISTS (
        SELECT FROM reeve.subject s WHERE s.collection_id = %s AND s.key = i.key
          AND s.hidden_until > (SELECT clock_timestamp()))',
        a.condition, n.collection_id) AS condition
    FROM unnest(generations, conditions) a(generation_id, condition)
    JOIN reeve.search_every(generations, words, is_public, pending) p USING (generation_id)
    JOIN reeve.search_generation n USING (generation_id)
    CROSS JOIN LATERAL reeve.search_value(n.declared -> 'search', n.ranges, sort) v(expression)
  LOOP
    columns := format('SELECT i.key, i.popularity, %s AS value FROM ',
      CASE WHEN sort IS NULL THEN 'NULL::jsonb' ELSE g.sorted END);
    IF sort IS NULL THEN
      -- A page is found soon among the most popular, or else few documents meet the condition.
      part := columns || format('(SELECT * FROM %s ORDER BY i.popularity DESC, i.key LIMIT 10000) i
        WHERE %s ORDER BY i.popularity DESC, i.key LIMIT %s', g.documents, g.condition, max);
      EXECUTE format('SELECT count(*) FROM (%s) w', part) INTO rows;
      IF rows < max THEN
        part := columns || format('%s WHERE %s LIMIT 50000', g.documents, g.condition);
      END IF;
    ELSIF g.is_ordered THEN
      part := format('SELECT * FROM (%s WHERE %s IS NOT NULL AND %s
          ORDER BY value %s LIMIT 50000) w ORDER BY value %4$s, popularity DESC, key LIMIT %s',
        columns || g.documents, g.sorted, g.condition, direction, max);
      EXECUTE format('SELECT count(*) FROM (%s) w', part) INTO rows;
      IF rows < max THEN
        part := format('(%s) UNION ALL (%s WHERE %s IS NULL AND %s LIMIT 50000)',
          part, columns || g.documents, g.sorted, g.condition);
      END IF;
    ELSIF g.is_common THEN
      part := columns || format('(SELECT * FROM %s ORDER BY i.popularity DESC, i.key LIMIT 50000) i
        WHERE %s AND %s', g.documents, g.words_sql, g.condition);
    ELSE
      part := columns || format('%s WHERE %s AND %s ORDER BY i.popularity DESC, i.key LIMIT 50000',
        g.documents, g.words_sql, g.condition);
    END IF;
    statements := statements || format(
      '(SELECT %s, w.key, w.popularity, %s, %L::text[], %L::text, %L::text FROM (%s) w)',
      g.generation_id, CASE WHEN sort IS NULL THEN 'w.value' ELSE g.value END, g.lexemes,
      g.beginning, g.corrected, part);
  END LOOP;
  IF statements <> '{}' THEN
    RETURN QUERY EXECUTE format(
      'SELECT * FROM (%s) w(generation_id, key, popularity, value, lexemes, beginning, corrected)
       ORDER BY value %s NULLS LAST, popularity DESC, generation_id, key LIMIT $1',
      array_to_string(statements, ' UNION ALL '), direction) USING max;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_walk(int[], text[], text[], text, boolean, int, boolean, text[])
IS
  'Documents with every word that meet the condition (over i) of their generation, in the order '
  'of a filter''s value, or by popularity if sort is NULL. Beside words, or where the filter has '
  'no order of its own (search_generation.ranges), of the 50,000 most popular; else exact, where '
  'no more than 50,000 have one value or, by popularity, meet the condition.';
