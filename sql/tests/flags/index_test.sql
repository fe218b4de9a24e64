-- What a flag or a rank costs grows with the rows that it is asked about, not with those that
-- there are.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT no_plan();

-- The relations that the plan of a statement reads whole. Without sequential scans, which small
-- tables always get, that happens only where no index leads to the rows.
SET LOCAL enable_seqscan = off;
CREATE FUNCTION pg_temp.read_whole(statement text, keys text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  plan jsonb;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT json) ' || statement INTO plan
  USING keys, now(), now(), interval '1 day', 10::bigint, '1'::text, NULL::jsonb[], NULL::jsonb[];
  RETURN jsonb_path_query_array(plan, 'strict $.** ? (@."Node Type" like_regex "^(Seq|Index)"
    && !exists(@."Index Cond"))."Relation Name"');
END
$$;
-- The keys of two rows, of as many columns.
CREATE FUNCTION pg_temp.two(columns text[]) RETURNS text[] LANGUAGE sql AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN ARRAY['1', '2']
    ELSE ARRAY[array_to_json(array_fill('1'::text, ARRAY[cardinality(columns)]))::text,
      array_to_json(array_fill('2'::text, ARRAY[cardinality(columns)]))::text] END
$$;

SELECT cmp_ok(count(DISTINCT f.kind), '>=', 6::bigint, 'the apps have flags of each kind')
FROM reeve.flag f WHERE f.is_live AND f.kind NOT IN ('rule', 'banned');
SELECT is(pg_temp.read_whole(f.select_sql, pg_temp.two(c.key_columns)), '[]'::jsonb,
  format('the flag %s of %s reads what belongs to the rows it is asked about', f.name, f.app))
FROM reeve.flag f JOIN reeve.collection c USING (collection_id)
WHERE f.is_live AND f.kind NOT IN ('rule', 'banned') ORDER BY f.app, f.name;
SELECT is(pg_temp.read_whole(r.score_sql, pg_temp.two(r.parent_columns)), '[]'::jsonb,
  format('the rank of %s in %s reads what belongs to the rows it is asked about', c.name, c.app))
FROM reeve.rank_rule r JOIN reeve.collection c USING (collection_id)
WHERE c.is_live ORDER BY c.app, c.name;

-- Keys of several columns.
CREATE TABLE pg_temp.pair(a int, b text, PRIMARY KEY (a, b));
INSERT INTO pg_temp.pair SELECT n, 'b' || n FROM generate_series(1, 3) n;
SELECT format('SELECT t.a FROM pg_temp.pair t WHERE %s ORDER BY 1', reeve.catalog_keys_or_all(
  'pg_temp.pair', '{a,b}', '{int4,text}')) AS chosen \gset
CREATE FUNCTION pg_temp.chosen(statement text, keys text[]) RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE statement USING keys;
END
$$;
SELECT is(pg_temp.read_whole(:'chosen', '{"[1, \"b1\"]"}'), '[]'::jsonb,
  'rows whose keys have several columns are found by their index');
SELECT results_eq(
  format($$SELECT pg_temp.chosen(%L, '{"[1, \"b1\"]", "[3, \"b3\"]", "[2, \"b3\"]"}')$$, :'chosen'),
  ARRAY[1, 3], '… those of these keys');
SELECT results_eq(format('SELECT pg_temp.chosen(%L, NULL)', :'chosen'), ARRAY[1, 2, 3],
  '… and all where there are none');
SELECT is_empty(format($$SELECT pg_temp.chosen(%L, '{}')$$, :'chosen'), '… and none of no keys');

-- Words.
SELECT f.flag_id AS flag FROM reeve.flag f
WHERE f.is_live AND f.kind = 'words' AND f.app = 'randevoo' ORDER BY f.name LIMIT 1 \gset
SET LOCAL track_functions = 'all';
SELECT count(*) AS found FROM reeve.flag_match(:flag,
  ARRAY(SELECT n::text FROM generate_series(1, 300) n),
  ARRAY(SELECT format('silk scarf number%s of shop%s with a replicca', md5(n::text), n)
    FROM generate_series(1, 300) n)) \gset
SELECT is(:found, 300, 'a word with a letter too many is found in each text');
SELECT cmp_ok((SELECT s.calls FROM pg_stat_xact_user_functions s
    WHERE s.funcname = 'word_distance'), '<=', 20::bigint,
  '… and words are compared with those of the list that they resemble, not with each');

SELECT * FROM finish();
ROLLBACK;
