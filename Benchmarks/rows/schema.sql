-- Rows to print: as many as the setting bench.scale says, of five columns in several scripts.
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

CREATE FUNCTION rows.view_lines(key text)
RETURNS TABLE(nr text, name text, city text, price text, at text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, rows, pg_temp AS $body$
  SELECT l.nr::text, l.name, l.city, l.price::text, l.at::text FROM rows.line l
$body$;
COMMENT ON FUNCTION rows.view_lines(text) IS 'Every row.';
RESET ROLE;
VACUUM (ANALYZE) rows.line;
