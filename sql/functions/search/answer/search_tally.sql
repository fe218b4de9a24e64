CREATE OR REPLACE FUNCTION reeve.search_tally(
  generations int[], query text, filters jsonb, most int, facets text[])
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  asked record;
  pending text[] := reeve.search_pending_keys(generations);
  g record;
  looked int := 0;
  -- So many rows are read of a generation: all that have changed may be none to count.
  part int;
  source text;
  shown int := 0;
  is_exact boolean := TRUE;
  -- Of the rows that everybody may see now, the values of the facets.
  fields text[] := '{}';
  vals text[] := '{}';
  more record;
  counted jsonb;
  whole bigint;
BEGIN
  SELECT * INTO asked FROM reeve.search_ask(generations, query, filters, NULL, pending, TRUE);
  FOR g IN
    SELECT n.generation_id, n.collection_id, format('SELECT i.key, i.digest, %s AS fields
        FROM %%s i WHERE %s AND (%s) AND NOT EXISTS (
          SELECT FROM reeve.subject s
          WHERE s.collection_id = %s AND s.key = i.key
            AND s.hidden_until > (SELECT clock_timestamp()))', replace(coalesce(
        reeve.call_expression('jsonb_build_object', ARRAY(
          SELECT format('%L, %s', d.name, CASE WHEN d.name = ANY (n.ranges)
            THEN format('to_jsonb(%s)', v.value) ELSE v.value END)
          FROM unnest(facets) d(name)
          CROSS JOIN LATERAL reeve.search_value(n.declared -> 'search', n.ranges, d.name) v(value)),
          ' || '), 'NULL::jsonb'), '%', '%%'), replace(p.condition, '%', '%%'),
      replace(reeve.search_whole(a.must, a.condition, TRUE), '%', '%%'), n.collection_id)
        AS statement,
      format('reeve_index.%I', n.table_name) AS documents,
      coalesce(p.df > n.documents / 50, TRUE) AS is_common
    FROM unnest(generations, asked.musts, asked.conditions) a(generation_id, must, condition)
    JOIN reeve.search_every(generations, asked.every, TRUE, pending) p USING (generation_id)
    JOIN reeve.search_generation n USING (generation_id)
  LOOP
    part := most + 1 - shown + coalesce(cardinality(pending), 0);
    -- Of many rows enough are soon found among the most popular.
    FOREACH source IN ARRAY CASE WHEN g.is_common THEN ARRAY[format(
      '(SELECT * FROM %s ORDER BY popularity DESC, key LIMIT 20000)', g.documents)] ELSE '{}' END
      || g.documents
    LOOP
      EXECUTE format('
        WITH found AS MATERIALIZED (%s LIMIT $1),
        fresh AS MATERIALIZED (
          -- The index has others as they were a moment ago, which is nobody''s business.
          SELECT f.key, f.fields
          FROM found f
          LEFT JOIN reeve.app_documents($4, ARRAY(
            SELECT o.key FROM found o
            WHERE $5 OR o.key IN (SELECT u.key FROM unnest($2) u(key))), NULL) a USING (key)
          WHERE CASE WHEN $5 OR f.key IN (SELECT u.key FROM unnest($2) u(key))
            THEN a.digest = f.digest ELSE TRUE END),
        worth AS (
          SELECT d.name, e.value
          FROM fresh f CROSS JOIN LATERAL unnest($3) d(name)
          CROSS JOIN LATERAL jsonb_array_elements_text(CASE jsonb_typeof(f.fields -> d.name)
            WHEN ''array'' THEN f.fields -> d.name
            ELSE jsonb_build_array(f.fields -> d.name) END) e(value)
          WHERE e.value IS NOT NULL)
        SELECT (SELECT count(*) FROM found) AS looked, (SELECT count(*) FROM fresh) AS shown,
          ARRAY(SELECT name FROM worth) AS fields, ARRAY(SELECT value FROM worth) AS vals',
        format(g.statement, source)) INTO more USING part, pending, facets,
        g.generation_id, coalesce(array_position(pending, NULL) IS NOT NULL, FALSE);
      EXIT WHEN more.looked = part;
    END LOOP;
    looked := looked + more.looked;
    shown := shown + more.shown;
    fields := fields || more.fields;
    vals := vals || more.vals;
    is_exact := more.looked < part;
    EXIT WHEN NOT is_exact;
  END LOOP;
  IF facets IS NULL THEN
    RETURN jsonb_build_object('total', jsonb_build_object('count', least(shown, most),
      'exact', is_exact));
  END IF;
  IF is_exact THEN
    SELECT jsonb_object_agg(u.name, c.list) INTO counted
    FROM unnest(facets) u(name)
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('value', v.value, 'count', v.n)
        ORDER BY v.n DESC, v.value), '[]') AS list
      FROM (
        SELECT w.value, count(*) AS n FROM unnest(fields, vals) w(name, value)
        WHERE w.name = u.name GROUP BY w.value ORDER BY n DESC, w.value LIMIT 10) v) c;
    RETURN jsonb_build_object('total', jsonb_build_object('count', shown, 'exact', TRUE),
      'facets', coalesce(counted, '{}'));
  END IF;
  -- As many of all that the index has as there are visible ones among those looked at, in two
  -- digits: single rows change nothing. A value is told if a visible row has it.
  WITH counts AS MATERIALIZED (
    SELECT c.field, c.value, (SELECT trunc(e.n, 1 - floor(log(greatest(e.n, 1)))::int)
      FROM (SELECT c.documents * shown / looked::numeric) e(n))::bigint AS n
    FROM reeve.search_count(generations, query, filters, TRUE, 10) c
  )
  SELECT (SELECT max(n) FROM counts WHERE field IS NULL),
    (SELECT jsonb_object_agg(u.name, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('value', c.value, 'count', c.n)
        ORDER BY c.n DESC, c.value), '[]')
      FROM counts c
      WHERE c.field = u.name AND (c.field, c.value) IN (
        SELECT w.name, w.value FROM unnest(fields, vals) w(name, value))))
    FROM unnest(facets) u(name))
  INTO whole, counted;
  RETURN jsonb_build_object('total', jsonb_build_object('count', greatest(whole, shown),
    'exact', FALSE), 'facets', coalesce(counted, '{}'));
END
$$;

COMMENT ON FUNCTION reeve.search_tally(int[], text, jsonb, int, text[]) IS
  'How many rows that everybody may see have every word of a query and meet the filters, of at '
  'most so many that are looked at, and the ten most frequent values of these facets (NULL: none) '
  'among them. Where there are more, exact is false: then the total is at least what is told, and '
  'with facets about that.';
