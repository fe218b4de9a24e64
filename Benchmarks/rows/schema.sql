-- Rows to print: as many as the setting bench.scale says, of five columns in several scripts; and as
-- many places, a tenth of them within a kilometre of 60.17 N, 24.94 E, half of the rest around it.
CREATE ROLE rows_owner NOLOGIN;
CREATE SCHEMA rows AUTHORIZATION rows_owner;
SET ROLE rows_owner;
COMMENT ON SCHEMA rows IS 'Rows for the benchmarks to print.';

CREATE TABLE rows.sheet(id bigint CONSTRAINT sheet_pkey PRIMARY KEY, title text NOT NULL);
COMMENT ON TABLE rows.sheet IS 'The one subject that the report is on.';
INSERT INTO rows.sheet VALUES (1, 'all rows');

CREATE TABLE rows.line(nr bigint, name text, city text, price numeric, at timestamptz);
COMMENT ON TABLE rows.line IS 'What is printed.';
INSERT INTO rows.line
SELECT n, (ARRAY['Zoraida Bellafiore', '佐藤 健太', 'Ελένη Παπαδοπούλου', 'O''Neil, "Bob"'])[1 + n % 4],
  (ARRAY['Milano', '東京', 'Αθήνα', 'São Paulo', 'Kraków'])[1 + n % 5], (n * 7919 % 1000000) / 100.0,
  timestamptz '2026-01-01 00:00Z' + n * interval '1 second'
FROM generate_series(1, current_setting('bench.scale')::bigint) n;

CREATE TABLE rows.spot(
  id bigint CONSTRAINT spot_pkey PRIMARY KEY, name text, latitude float8, longitude float8);
COMMENT ON TABLE rows.spot IS 'What is somewhere.';
INSERT INTO rows.spot
SELECT n, 'spot ' || n,
  CASE WHEN n % 10 = 0 THEN 60.17 + sqrt(r.radius) * cos(r.turn) / 111.4
    WHEN n % 2 = 0 THEN 59.17 + 2 * r.radius ELSE degrees(asin(2 * r.radius - 1)) END,
  CASE WHEN n % 10 = 0 THEN 24.94 + sqrt(r.radius) * sin(r.turn) / 55.5
    WHEN n % 2 = 0 THEN 21.94 + 6 * r.turn / (2 * pi()) ELSE degrees(r.turn) - 180 END
FROM (
  SELECT n, n * 7919 % 1000003 / 1000003.0, 2 * pi() * (n * 104729 % 999983) / 999983
  FROM generate_series(1, current_setting('bench.scale')::bigint) n) r(n, radius, turn);
CREATE INDEX spot_place ON rows.spot(latitude, longitude);

CREATE FUNCTION rows.view_lines(key text)
RETURNS TABLE(nr text, name text, city text, price text, at text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, rows, pg_temp AS $body$
  SELECT l.nr::text, l.name, l.city, l.price::text, l.at::text FROM rows.line l
$body$;
COMMENT ON FUNCTION rows.view_lines(text) IS 'Every row.';
RESET ROLE;
VACUUM (ANALYZE) rows.line, rows.spot;
