-- Included by walk.sql where `hostile` is set, as the app's login: before its turn, each call of
-- the walk is tried with each argument in turn replaced by bad values of its type, in a savepoint.
-- It has to succeed or to be refused with a code that the app's page lists for that function, or
-- one that any statement may get. No error shows a row: definer functions write tables that the
-- login may not read, and the server's own words about a constraint hold the whole row. Variable:
-- `app`.
RESET SESSION AUTHORIZATION;

\ir ../generate/contract.sql

-- The codes that the page lists for each function.
CREATE TEMPORARY TABLE listed AS
SELECT f.part[1] AS name, ARRAY(
    SELECT m.hit[1] FROM regexp_matches(f.part[2], 'Refuses with ([^\n]*)') line(hit)
    CROSS JOIN LATERAL regexp_matches(line.hit[1], '`(\w{5})`', 'g') m(hit))
  || '{55P03,57014,42501}'::text[] AS codes
FROM regexp_split_to_table(:'page', '\n### ') section(words)
CROSS JOIN LATERAL regexp_match(section.words, '^(\w+)\n(.*)$') f(part)
WHERE f.part IS NOT NULL;

-- Shown to be found: a value that a constraint refuses with the row, one of no form, and a code
-- that no page lists.
SELECT format('CREATE TABLE %1$I.planted(n integer CONSTRAINT planted_n CHECK (n > 0));
  CREATE FUNCTION %1$I.plant(n integer, words text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$BEGIN
    IF n = 0 THEN RAISE EXCEPTION ''none''; END IF;
    INSERT INTO %1$I.planted VALUES (n);
    PERFORM words::date;
  END$$;
  GRANT EXECUTE ON FUNCTION %1$I.plant TO %2$I', :'app', :'app' || '_test_login') \gexec

INSERT INTO listed VALUES ('plant', '{22008}');

GRANT SELECT ON listed TO PUBLIC;

CREATE TEMPORARY TABLE bad(type text, value text);

GRANT SELECT ON bad TO PUBLIC;

INSERT INTO bad
SELECT t.type, v.value
FROM (VALUES
  ('smallint', '{-1,0,1,32767,-32768}'::text[]),
  ('integer', '{-1,0,1,2147483647,-2147483648}'),
  ('bigint', '{-1,0,9223372036854775807,-9223372036854775808}'),
  ('numeric', '{-1,0,10.999,9999999999.995,1e200,NaN,Infinity,-Infinity}'),
  ('double precision', '{-1,0,95,-95,185,-185,1e308,NaN,Infinity,-Infinity}'),
  ('boolean', '{t,f}'),
  ('text', ARRAY['', ' ', 'x', 'ABC', 'it', 'IT', repeat('x', 500), E'\x1b[31m\x01\n', '%', '\',
    '{}', '''"$$', U&'\+01F600\202E', U&'\FFFF', '-1', '9223372036854775808']),
  ('text', ARRAY[(SELECT string_agg(md5(n::text), '') FROM generate_series(1, 32768) n)]),
  ('timestamp with time zone', ARRAY['infinity', '-infinity', '4713-01-01 00:00+00 BC',
    '0001-01-01 00:00+00', '1969-12-31 00:00+00', '9999-12-31 23:59+00',
    '294276-12-31 23:59:59+00']),
  ('date', '{infinity,-infinity,4714-11-24 BC,0001-01-01,9999-12-31,5874897-12-31}'),
  ('time without time zone', '{00:00,23:59:59.999999,24:00}'),
  ('interval', ARRAY['0', '-1 hour', '1 microsecond', '90 seconds', '1 month', '1 day',
    '178000000 years', '-178000000 years', '2000000 hours']),
  ('inet', '{0.0.0.0/0,::/0,255.255.255.255,::ffff:192.0.2.7}'),
  ('jsonb', ARRAY['null', '1', '"x"', '[]', '{}', '{"nope": 1}', '[[1]]', '{"": null}',
    (SELECT jsonb_agg(n)::text FROM generate_series(1, 100000) n)])
) t(type, values)
CROSS JOIN LATERAL unnest(t.values) v(value);

INSERT INTO bad SELECT DISTINCT b.type, NULL FROM bad b;

-- Of arrays: none, one of each bad value, twice the same, of two dimensions, and many.
INSERT INTO bad
SELECT b.type || '[]', a.value
FROM (
  SELECT b.type, ARRAY[b.value]::text AS one, ARRAY[b.value, b.value]::text AS two,
    ARRAY[ARRAY[b.value], ARRAY[b.value]]::text AS deep
  FROM bad b WHERE b.type IN ('integer', 'bigint', 'text')) b
CROSS JOIN LATERAL (VALUES (b.one), (b.two), (b.deep)) a(value)
UNION ALL
SELECT t, v.value FROM unnest('{integer[],bigint[],text[]}'::text[]) t
CROSS JOIN (VALUES (NULL), ('{}'), ('[0:1]={1,1}'),
  ((SELECT array_agg(n)::text FROM generate_series(1, 20000) n))) v(value);

-- The arguments of a call, split at the commas that are in no parentheses, brackets or quotes.
CREATE FUNCTION pg_temp.arguments(call text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  given text := substring(call FROM '^[\w.]+\((.*)\)$');
  part text := '';
  parts text[] := '{}';
  depth int := 0;
  is_quoted boolean := FALSE;
  c text;
BEGIN
  FOREACH c IN ARRAY regexp_split_to_array(given, '') LOOP
    is_quoted := is_quoted <> (c = '''');
    depth := depth + CASE WHEN is_quoted THEN 0 WHEN c IN ('(', '[') THEN 1
      WHEN c IN (')', ']') THEN -1 ELSE 0 END;
    IF c = ',' AND depth = 0 AND NOT is_quoted THEN
      parts := parts || btrim(part, E' \n');
      part := '';
    ELSE
      part := part || c;
    END IF;
  END LOOP;
  RETURN parts || nullif(btrim(part, E' \n'), '');
END
$$;

-- How a call ends, all of which is taken back: its SQLSTATE, and what it says.
CREATE FUNCTION pg_temp.ends(call text, OUT code text, OUT words text) LANGUAGE plpgsql AS $$
DECLARE
  detail text;
BEGIN
  EXECUTE 'SELECT count(r) FROM ' || call || ' r';
  RAISE EXCEPTION USING ERRCODE = 'OK000';
EXCEPTION WHEN OTHERS OR query_canceled THEN
  GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, words = MESSAGE_TEXT,
    detail = PG_EXCEPTION_DETAIL;
  words := left(concat_ws(' · ', words, nullif(detail, '')), 300);
END
$$;

-- What is wrong with the answers to a call of which each argument in turn has a bad value.
CREATE FUNCTION pg_temp.faults(call text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  called text := substring(call FROM '\.(\w+)\(');
  given text[] := pg_temp.arguments(call);
  codes text[] := (SELECT l.codes FROM listed l WHERE l.name = called);
  a record;
  answer record;
BEGIN
  FOR a IN
    SELECT t.place, p.proargnames[t.place] AS name, b.value,
      format('%s(%s)', substring(call FROM '^[\w.]+'), array_to_string(CASE
        WHEN t.place <= cardinality(given) THEN given[:t.place - 1] || v.word
          || given[t.place + 1:]
        ELSE given || format('%I => %s', p.proargnames[t.place], v.word) END, ', ')) AS call
    FROM pg_proc p
    CROSS JOIN LATERAL unnest(p.proargtypes::oid[]) WITH ORDINALITY t(type, place)
    JOIN bad b ON b.type = format_type(t.type, NULL)
    CROSS JOIN LATERAL (SELECT format('%L::%s', b.value, b.type)) v(word)
    WHERE p.oid = to_regproc(substring(call FROM '^[\w.]+'))
    ORDER BY 1, 3
  LOOP
    answer := pg_temp.ends(a.call);
    IF answer.code <> 'OK000' AND answer.code <> ALL (codes)
      OR answer.words ~ 'Failing row contains|Key \('
      OR answer.code = 'OK000' AND a.value IS NULL AND a.name = 'at'
    THEN
      RETURN NEXT format('%s(%s => %s): %s %s', called, a.name,
        coalesce(quote_literal(left(a.value, 40)), 'NULL'), answer.code, answer.words);
    END IF;
  END LOOP;
END
$$;

-- A type of which there are no bad values would be passed over.
SELECT is_empty($$SELECT g.name, format_type(t, NULL) FROM granted g JOIN pg_proc p USING (oid)
  CROSS JOIN LATERAL unnest(p.proargtypes::oid[]) t
  WHERE NOT EXISTS (SELECT FROM bad b WHERE b.type = format_type(t, NULL))$$,
  'there are bad values of each type of argument');

SELECT is_empty('SELECT g.name FROM granted g EXCEPT SELECT l.name FROM listed l',
  'the page of ' || :'app' || ' lists each function');

:as_app;

SELECT results_eq(format('SELECT DISTINCT substring(f FROM %L) FROM pg_temp.faults(%L) f
    ORDER BY 1', '(?:n|words) => .*: (\w{5}) ', :'app' || '.plant(1, ''2026-01-01'')'),
  ARRAY['22007', '23514', 'P0001'], 'bad answers of a function are found');

RESET SESSION AUTHORIZATION;

SELECT format('DROP FUNCTION %1$I.plant; DROP TABLE %1$I.planted', :'app') \gexec

CREATE FUNCTION pg_temp.refuses(call text) RETURNS text LANGUAGE sql AS $$
  SELECT is(array_to_string(ARRAY(SELECT pg_temp.faults(call)), E'\n'), '',
    'bad values are refused as the page says: ' || call)
$$;

:as_app;
