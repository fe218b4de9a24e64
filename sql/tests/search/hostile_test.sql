BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
-- More words with one beginning than are counted, in more documents than are ranked one by one.
INSERT INTO "Odd Shop".item(stall_code, nr, title)
SELECT (SELECT min(code) FROM "Odd Shop".stall), 10000 + n, b.text || md5((n % b.words)::text)
FROM (VALUES ('zz', 1, 2600, 2600), ('yy', 2601, 6200, 1200)) b(text, first, last, words)
CROSS JOIN LATERAL generate_series(first, last) n;
DO $$
DECLARE
  gen int := reeve.search_begin(
    (SELECT collection_id FROM reeve.collection WHERE app = 'shop' AND name = 'item'), FALSE, 1000);
BEGIN
  WHILE (SELECT s.did FROM reeve.search_step(gen, NULL, NULL) s) NOT IN ('built', 'stale') LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;

-- What a query ends with: how many documents, or the state of a refusal.
CREATE FUNCTION pg_temp.reeve_outcome(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*) FROM reeve.search('shop', query, 'item', max => 20))::text;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;
-- A bound for a server that is stuck; each of these takes milliseconds.
SET LOCAL statement_timeout = '300s';

CREATE TEMP TABLE hostile(name text, query text);
INSERT INTO hostile VALUES
  ('nothing', ''), ('blanks', E' \t\r\n\u00a0\u2003'), ('NULL', NULL),
  ('only operators', '& | ! <-> ( ) * :* - -- " '' \ % _ ^ $ ; { } [ ]'),
  ('an open quote', '"silk'), ('quotes alone', '""""""'), ('minuses', '- - -silk --'),
  ('a minus alone', '-silk'), ('OR alone', 'OR OR OR'), ('a field of nobody''s', 'nope:silk ::::'),
  ('an injection', $q$silk'); DROP TABLE "Odd Shop".stall CASCADE; --$q$),
  ('a format', '%s %I %L %1$s $1 $$'),
  ('a backslash at the end', 'silk\'), ('100 KB without a blank', repeat('x', 100000)),
  ('100 KB of one word', repeat('silk ', 20000)), ('100 KB of quotes', repeat('"', 100000)),
  ('100 KB of parentheses', repeat('(', 100000)), ('100 KB of minuses', repeat('-a ', 33333)),
  ('10,000 words', (SELECT string_agg('w' || n, ' ') FROM generate_series(1, 10000) n)),
  ('10,000 words with OR', (SELECT string_agg('w' || n, ' OR ') FROM generate_series(1, 10000) n)),
  ('10,000 phrases', (SELECT string_agg('"a' || n || ' b"', ' ') FROM generate_series(1, 10000) n)),
  ('a word of 2,000 bytes', repeat('é', 1000)),
  ('stacked accents', 'a' || repeat(U&'\0301', 20000)),
  ('joiners', repeat(U&'\200D\200C\FEFF\00AD', 5000)),
  ('bidi controls', U&'\202Esilk\202C \2066bag\2069'),
  ('noncharacters', U&'\FFFE \FFFF \+10FFFF \+01FFFE'), ('long digits', repeat('9', 50000)),
  ('prefixes of one letter', 's b a t'), ('a beginning of many words', 'zz'),
  ('the same after a word', 'silk zz'), ('one of words in several documents', 'yy'),
  ('Han of 10,000', repeat('絹の袋', 3333)),
  ('Thai of 10,000', repeat('กระเป๋า', 1428)), ('Hangul of 10,000', repeat('실크가방', 2500)),
  ('emoji of 5,000', repeat(U&'\+01F469\200D\+01F467', 1666));
-- Every plane: a hundred characters of each, as one word and apart.
INSERT INTO hostile
SELECT 'plane ' || plane || CASE WHEN apart THEN ', apart' ELSE '' END,
  string_agg(chr(code), CASE WHEN apart THEN ' ' ELSE '' END ORDER BY code)
FROM generate_series(0, 16) plane, (VALUES (TRUE), (FALSE)) v(apart),
  LATERAL (
    SELECT plane * 65536 + 160 + n * 653 AS code FROM generate_series(0, 99) n) c
WHERE code NOT BETWEEN 55296 AND 57343
GROUP BY plane, apart;

SELECT matches(o.outcome, '^([0-9]|1[0-9]|20|22023|22000|54000|RV[0-9A-Z]{3})$',
  h.name || ': an answer or a refusal')
FROM hostile h CROSS JOIN LATERAL pg_temp.reeve_outcome(h.query) o(outcome);
SELECT is(pg_temp.reeve_outcome(''), '20', 'a query without words lists rows');
SELECT is(pg_temp.reeve_outcome(b.text), '20', '… and a beginning of many words a page of them')
FROM (VALUES ('zz'), ('yy')) b(text);
SELECT cmp_ok((SELECT count(*)::int FROM "Odd Shop".stall), '>', 0, 'no query has dropped a table');
SELECT is((SELECT count(*)::int FROM hostile h
  WHERE cardinality(reeve.search_words(h.query)) > 64), 0, 'few words of a query are looked for');

SELECT * FROM finish();
ROLLBACK;
