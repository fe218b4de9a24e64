-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_near(
  c reeve.collection, lat float8, lon float8, within float8, after jsonb, max_rows int)
RETURNS TABLE(
  key text, label text, latitude float8, longitude float8, distance float8, place jsonb)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET extra_float_digits = 1
SET "IntervalStyle" = 'postgres'
SET jit = off
AS $$
DECLARE
  whole record := reeve.collection_place(c);
  columns text[] := whole.columns;
  types text[] := ARRAY(
    SELECT CASE reeve.type_plain(t) WHEN 'numeric' THEN 'numeric' ELSE 'float8' END
    FROM unnest(reeve.catalog_types(c.relation, columns)) t);
  -- Half the way around the earth.
  farthest constant float8 := 20015115;
  most float8 := least(coalesce(within, farthest), farthest);
  past text[] := ARRAY(SELECT jsonb_array_elements_text(after));
  later text := '';
  radius float8 := most;
  sources text[];
  keys text;
  names text;
  amount int;
  vals jsonb[] := ARRAY[to_jsonb(lat), to_jsonb(lon), NULL];
BEGIN
  IF columns IS NULL THEN
    PERFORM reeve.place_require(c);
  ELSIF (lat BETWEEN -90 AND 90 AND lon BETWEEN -180 AND 180) IS NOT TRUE THEN
    RAISE EXCEPTION '%, % is not a position on earth', lat, lon USING ERRCODE = 'RV001',
      HINT = 'A latitude is from -90 to 90, a longitude from -180 to 180.';
  ELSIF (most > 0) IS NOT TRUE THEN
    RAISE EXCEPTION 'a distance is more than 0' USING ERRCODE = 'RV001';
  END IF;
  IF max_rows IS NOT NULL THEN
    radius := least(most, 20);
  END IF;
  IF cardinality(past) = 1 + cardinality(c.key_columns) THEN
    later := (
      SELECT format(' AND (d.distance%s) > ((($7)[4] #>> ''{}'')::float8%s)',
        string_agg(format(', t.%I', k.name), '' ORDER BY k.n),
        string_agg(format(', (($7)[%s] #>> ''{}'')::%s', 4 + k.n, k.type), '' ORDER BY k.n))
      FROM unnest(c.key_columns, c.key_types) WITH ORDINALITY k(name, type, n));
    vals := vals || ARRAY(SELECT to_jsonb(v) FROM unnest(past) v);
    radius := least(most, greatest(radius, past[1]::float8 * 1.2));
  END IF;
  -- The smallest radius with enough rows: where rows are dense, few are measured for a page.
  LOOP
    vals[3] := to_jsonb(radius);
    sources := ARRAY(
      SELECT format($f$
        FROM %s t
        CROSS JOIN LATERAL (
          -- The haversine formula, on a sphere of the earth's mean radius.
          SELECT 12742017.6 * asin(sqrt(least(1, sin(radians(r.lat - q.lat) / 2) ^ 2
            + cos(radians(q.lat)) * cos(radians(r.lat)) * sin(radians(r.lon - q.lon) / 2) ^ 2)))
          FROM (SELECT t.%2$I::float8, t.%3$I::float8) r(lat, lon)
          CROSS JOIN (
            SELECT (($7)[1] #>> '{}')::float8, (($7)[2] #>> '{}')::float8) q(lat, lon)) d(distance)
        WHERE t.%2$I BETWEEN '%4$s'::%8$s AND '%5$s'::%8$s
          AND t.%3$I BETWEEN '%6$s'::%9$s AND '%7$s'::%9$s
          AND d.distance <= (($7)[3] #>> '{}')::float8%10$s AND (%11$s)
        $f$, c.table_sql, columns[1], columns[2], b.south, b.north, b.west, b.east,
        types[1], types[2], later, whole.listed_sql)
      FROM reeve.earth_boxes(lat, lon, radius) b);
    EXIT WHEN radius >= most;
    EXECUTE reeve.reader_call(c.app, 'amount bigint', '{max_rows,vals}') INTO amount
    USING format('SELECT count(*) FROM (SELECT 1 %s LIMIT $5) f',
      array_to_string(sources, ' UNION ALL SELECT 1 ')), max_rows::bigint, vals;
    EXIT WHEN amount >= max_rows;
    radius := least(most,
      radius * least(6, greatest(1.5, 1.2 * sqrt(max_rows / greatest(amount, 0.5)))));
  END LOOP;
  keys := (SELECT string_agg(format(', t.%I', n), '' ORDER BY p)
    FROM unnest(c.key_columns) WITH ORDINALITY k(n, p));
  names := (SELECT string_agg(', k' || p, '' ORDER BY p)
    FROM generate_subscripts(c.key_columns, 1) p);
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, label text, latitude float8, '
    'longitude float8, distance float8, place jsonb', '{max_rows,vals}')
  USING format('SELECT key, label, lat, lon, distance, to_jsonb(ARRAY[distance::text%s]) FROM (%s)'
      ' f(key, label, lat, lon, distance%s) ORDER BY distance%s LIMIT $5',
      (SELECT string_agg(format(', k%s::text', p), '' ORDER BY p)
        FROM generate_subscripts(c.key_columns, 1) p), (
      SELECT string_agg(format('(SELECT %s, (%s)::text, t.%I::float8, t.%I::float8, d.distance%s'
        ' %s ORDER BY d.distance%s LIMIT $5)', c.key_sql, c.label_sql, columns[1],
        columns[2], keys, s, keys), ' UNION ALL ')
      FROM unnest(sources) s), names, names),
    max_rows::bigint, vals;
END
$$;

COMMENT ON FUNCTION reeve.app_near(reeve.collection, float8, float8, float8, jsonb, int) IS
  'Listed rows of a collection within so many metres of a position (NULL = anywhere), the '
  'nearest first, with their own positions. after: the place value of the last row of the page '
  'before. RV001.';
