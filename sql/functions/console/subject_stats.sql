-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.subject_stats(app text, collection text, key text, days int)
RETURNS TABLE(topic text, value text, amount bigint, daily bigint[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  -- How many rows of a relation are read; one more says that there are more.
  counted constant bigint := 10000;
  since date := current_date - least(greatest(days, 1), 366) + 1;
  c reeve.collection;
  own text;
  births text;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_stats.app, subject_stats.collection);
  own := reeve.subject_key(c, subject_stats.key);
  SELECT string_agg(format(
      'SELECT %L::text, %L::text, b.day, count(*) FROM (SELECT %s AS day FROM %s t WHERE %s'
      ' LIMIT $5) b GROUP BY b.day',
      o.name, r.name, CASE WHEN x.birth IS NULL THEN 'NULL::date' ELSE format('t.%I::date', x.birth)
      END, o.table_sql, reeve.catalog_keys('t', r.columns, r.key_types)), ' UNION ALL ')
  INTO births
  FROM reeve.relation_list(c) r
  JOIN reeve.collection o ON o.collection_id = r.child_id
  CROSS JOIN LATERAL reeve.catalog_index(o.relation, r.columns[1]) i
  CROSS JOIN LATERAL (SELECT reeve.collection_birth(o)) x(birth)
  WHERE i.ge IS NOT NULL AND to_regclass(o.table_sql) IS NOT NULL;
  IF births IS NOT NULL THEN
    RETURN QUERY EXECUTE format($f$
      WITH found AS MATERIALIZED (%s)
      SELECT f.topic, f.value, least(sum(f.amount), $4)::bigint,
        CASE WHEN sum(f.amount) <= $4 AND count(f.day) > 0 THEN (
          SELECT array_agg((
            SELECT coalesce(sum(g.amount), 0)::bigint FROM found g
            WHERE g.topic = f.topic AND g.value = f.value AND g.day = d.day::date) ORDER BY d.day)
          FROM generate_series($5, current_date, interval '1 day') d(day)) END
      FROM found f GROUP BY f.topic, f.value ORDER BY f.topic, f.value $f$,
      reeve.reader_call(c.app, 'topic text, value text, day date, amount bigint',
        ARRAY['keys', 'max_rows']))
    USING births, ARRAY[own], counted + 1, counted, since;
  END IF;
  RETURN QUERY
    WITH found(place, topic, value, day, amount) AS MATERIALIZED (
      SELECT 1, 'reports', coalesce(r.policy, 'no policy'), r.at::date, count(*)
      FROM reeve.case k JOIN reeve.report r USING (case_id)
      WHERE k.collection_id = c.collection_id AND k.key = own
      GROUP BY 3, 4
      UNION ALL
      SELECT 2, 'actions', a.verb, a.performed_at::date, count(*) FROM reeve.action a
      WHERE a.collection_id = c.collection_id AND a.key = own
      GROUP BY 3, 4)
    SELECT f.topic, f.value, sum(f.amount)::bigint, (
        SELECT array_agg((
          SELECT coalesce(sum(g.amount), 0)::bigint FROM found g
          WHERE g.topic = f.topic AND g.value = f.value AND g.day = d.day::date) ORDER BY d.day)
        FROM generate_series(since, current_date, interval '1 day') d(day))
    FROM found f GROUP BY f.place, f.topic, f.value ORDER BY f.place, sum(f.amount) DESC, f.value;
END
$$;

COMMENT ON FUNCTION reeve.subject_stats(text, text, text, int) IS
  'A subject in numbers: rows of the collections that belong to it (topic: the collection, '
  'value: as which parent; 10,000 at most, if an index finds them), reports on it by policy, '
  'actions on it by verb, each in total and for each of the last days (1 to 366, UTC). NULL: '
  'daily.';

GRANT EXECUTE ON FUNCTION reeve.subject_stats(text, text, text, int) TO reeve_viewer;
