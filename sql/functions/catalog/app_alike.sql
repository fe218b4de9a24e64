-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_alike(c reeve.collection, of_key text, max_rows int)
RETURNS TABLE(
  key text, label text, other text, other_label text, distance float8, likeness float8)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  columns text[] := reeve.place_require(c);
  spec jsonb := (
    SELECT a.manifest #> ARRAY['collections', c.name, 'place', 'alike']
    FROM reeve.app a WHERE a.app = c.app);
  within float8 := spec ->> 'within';
  -- Degrees of latitude; those of longitude grow towards the poles.
  reach float8 := degrees(within / 6371008.8) + 1e-7;
  keys text := (SELECT string_agg('%1$s.' || quote_ident(k), ', ') FROM unnest(c.key_columns) k);
BEGIN
  IF spec IS NULL THEN
    RAISE EXCEPTION 'the catalog does not say when a % is like another', c.name
      USING ERRCODE = 'RV001',
        HINT = '`alike:` of its `place:` says how near, and of what name, they have to be.';
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, label text, other text, '
    'other_label text, distance float8, likeness float8', '{keys,max_rows}')
  USING format($f$
    SELECT b.key, b.label, a.key, a.label, d.distance, l.likeness
    FROM (
      SELECT t.*, %1$s AS "#key", (%2$s)::text AS "#label" FROM %3$s t WHERE %4$s) t
    CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT t.*, %1$s AS "#key", (%2$s)::text AS "#label" FROM %3$s t) o
      WHERE o.%5$I = t.%5$I
        AND o.%6$I BETWEEN t.%6$I - %7$s AND t.%6$I + %7$s AND %8$s) o
    CROSS JOIN LATERAL (
      -- The haversine formula, on a sphere of the earth's mean radius.
      SELECT 12742017.6 * asin(sqrt(least(1, sin(radians(r.lat - q.lat) / 2) ^ 2
        + cos(radians(q.lat)) * cos(radians(r.lat)) * sin(radians(r.lon - q.lon) / 2) ^ 2)))
      FROM (SELECT t.%6$I::float8, t.%9$I::float8) q(lat, lon)
      CROSS JOIN (SELECT o.%6$I::float8, o.%9$I::float8) r(lat, lon)) d(distance)
    CROSS JOIN LATERAL (
      SELECT reeve.text_likeness(t.%10$I::text, o.%10$I::text)) l(likeness)
    CROSS JOIN LATERAL (SELECT t."#key", t."#label") a(key, label)
    CROSS JOIN LATERAL (SELECT o."#key", o."#label") b(key, label)
    WHERE d.distance <= %11$s AND l.likeness >= %12$s
    ORDER BY l.likeness DESC, d.distance, a.key, b.key LIMIT $5
    $f$, c.key_sql, c.label_sql, c.table_sql, CASE WHEN of_key IS NULL THEN 'TRUE'
      ELSE c.keys_sql END, spec ->> 'same', columns[1], reach,
    -- Of a pair the later one is said to be like the earlier.
    format(CASE WHEN of_key IS NULL THEN '(%2$s) > (%1$s)' ELSE '(%2$s) <> (%1$s)' END,
      format(keys, 't'), format(keys, 'o')),
    columns[2], spec ->> 'name', within, coalesce((spec ->> 'likeness')::float8, 0.5)),
    ARRAY[of_key], max_rows::bigint;
END
$$;

COMMENT ON FUNCTION reeve.app_alike(reeve.collection, text, int) IS
  'Rows that seem to be the same thing as another (other), by the catalog''s alike: the one with '
  'that key, or NULL for every pair, the later of which is the row. The most alike first. RV001 '
  'where the catalog says nothing of it, RV002 where places are personal. NULL: label, '
  'other_label.';
