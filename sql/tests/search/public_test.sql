-- Nothing tells the public what only rows hold that not everybody may see: whatever is asked, the
-- answer is the same as if there were no such rows.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD about text, ADD listed boolean NOT NULL DEFAULT TRUE,
  ADD price numeric, ADD listed_until timestamptz NOT NULL DEFAULT 'infinity';
UPDATE "Odd Shop".item SET about = CASE nr WHEN 1 THEN 'a red laser of brass'
  WHEN 2 THEN 'a blue lamp' WHEN 3 THEN 'lasting strawberry jam' ELSE 'headphone' END, price = nr;
INSERT INTO "Odd Shop".item(stall_code, nr, title, price)
SELECT 'b"2', n, 'Silk thunder ' || n, n FROM generate_series(11, 80) n;
RESET ROLE;
CREATE ROLE shop_web LOGIN;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_web;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,item,search}', '{"a": ["title"], "c": ["about"], "d": ["stall.title"],
    "filters": ["price"], "public": true, "roles": ["shop_web"],
    "where": "t.listed AND t.listed_until > statement_timestamp()"}')) \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 5);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;

-- What somebody may ask who looks for secrets: words as they are, misspelt, begun, joined, split,
-- in another form and beside others, in every order, in pages and as a suggestion.
CREATE TEMP TABLE asked AS
SELECT * FROM (
  SELECT unnest(ARRAY['zyglophranter', 'zyglophrantr laser', 'laser zyglo', 'zyglophranters laser',
    'zyglo phranter', 'lasre', 'lazzr', 'laserquix', 'quix laser', 'silk qu', 'strawbery',
    'Kanzlerin',
    'laser -zyglophranter', 'bleu lamp', 'lamb', 'head phone', 'about:zyglophranter silk']),
    'relevance'
  UNION ALL
  SELECT unnest(ARRAY['laser zyglophranter', 'lazzr', 'silk', 'zyglophranter OR silk', '']),
    '-price'
  UNION ALL
  SELECT unnest(ARRAY['zyglo', 'qu', 'silk', 'silk l', 'silk th', 'lazz', 'bl', 'kanzlr']), 'begun'
  ) q(query, way);
GRANT SELECT ON asked TO shop_web;
CREATE FUNCTION pg_temp.answers() RETURNS TABLE(query text, answer jsonb) LANGUAGE plpgsql
SET ROLE shop_web AS $$
BEGIN
  RETURN QUERY
    SELECT a.query || ' by ' || a.way, (
      SELECT jsonb_agg(to_jsonb(f) #- '{place,in}' ORDER BY f.nth)
      FROM "Odd Shop".search_item(a.query, '{}', a.way) WITH ORDINALITY
        f(key, label, rank, marked, snippet, corrected, place, nth)) FROM asked a
    WHERE a.way <> 'begun'
    UNION ALL
    SELECT a.query || ' begun', (
      SELECT jsonb_agg(f ORDER BY f.nth) FROM "Odd Shop".suggest_item(a.query) WITH ORDINALITY
        f(suggestion, key, nth)) FROM asked a
    WHERE a.way = 'begun'
    UNION ALL
    -- A page that begins after a row that is not there
    SELECT 'after', (
      SELECT jsonb_agg(f.key ORDER BY f.nth)
      FROM "Odd Shop".search_item('silk', after => jsonb_build_object('in', (
          SELECT s.place -> 'in' FROM "Odd Shop".search_item('silk') s LIMIT 1), 'key',
          '["c", 100]', 'seen', 1)) WITH ORDINALITY f(key, label, rank, marked, snippet,
        corrected, place, nth));
END
$$;
-- Secret rows have all that is asked for, more often than what is in sight; or as many words that
-- nobody asks for, so that all else is as it would be.
CREATE FUNCTION pg_temp.reeve_secret(cause text, is_telling boolean DEFAULT TRUE) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO "Odd Shop".item(stall_code, nr, title, about, price, hidden_until, listed,
    listed_until)
  -- And more words that begin like one of a visible title than are looked for.
  SELECT 'c', 99 + n, w[1], w[2] || (SELECT string_agg(w[3] || chr(c), '' ORDER BY c)
    FROM generate_series(97, 116) c), 99,
    CASE cause WHEN 'the app' THEN 'infinity'::timestamptz END,
    cause <> 'draft', CASE cause WHEN 'time' THEN statement_timestamp() ELSE 'infinity' END
  FROM generate_series(1, 60) n CROSS JOIN (SELECT CASE WHEN is_telling
    THEN ARRAY['Silk zyglophranter lasre laser quixotic kanzlerin', 'lazzr lazer blau bleu blub '
      'lamb strawbery headphnes stallion blue brass', ' thi']
    ELSE ARRAY['vvva vvvb vvvc vvvd vvve vvvf', 'wwwa wwwb wwwc wwwd wwwe wwwf wwwg wwwh wwwi '
      'wwwj wwwk wwwl', ' wwx'] END) v(w)
$$;
CREATE FUNCTION pg_temp.reeve_forget() RETURNS void LANGUAGE sql AS $$
  DELETE FROM "Odd Shop".item WHERE stall_code = 'c' AND nr > 99
$$;
SELECT pg_temp.reeve_secret('draft', FALSE), pg_temp.reeve_build(:item);
CREATE TEMP TABLE before AS SELECT * FROM pg_temp.answers();
SELECT is((SELECT answer -> 0 ->> 'corrected' FROM before WHERE query = 'lasre by relevance'),
  'laser', 'a word that everybody may read corrects');

-- The same question of the same visible rows: what differs is told.
CREATE FUNCTION pg_temp.reeve_same(cause text, besides text DEFAULT '')
RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN NEXT is((
    SELECT left(string_agg(format(E'%s\n  was %s\n  is  %s', query, left(b.answer::text, 300),
      left(a.answer::text, 300)), E'\n'), 2000)
    FROM before b JOIN pg_temp.answers() a USING (query)
    WHERE a.answer IS DISTINCT FROM b.answer AND query <> besides), NULL,
    cause || ' tells nothing');
END
$$;
SELECT pg_temp.reeve_forget(), pg_temp.reeve_secret('draft'), pg_temp.reeve_build(:item);
SELECT pg_temp.reeve_same('a draft');
SELECT pg_temp.reeve_forget(), pg_temp.reeve_secret('the app'), pg_temp.reeve_build(:item);
SELECT pg_temp.reeve_same('a row that the app hides');

SELECT pg_temp.reeve_forget(), pg_temp.reeve_secret('nothing'), pg_temp.reeve_build(:item);
SELECT isnt((SELECT answer FROM pg_temp.answers() WHERE query = 'laser zyglo by relevance'),
  (SELECT answer FROM before WHERE query = 'laser zyglo by relevance'),
  'the same rows are found while everybody may see them');
SAVEPOINT shown;
UPDATE "Odd Shop".item SET listed = FALSE WHERE nr > 99;
SELECT pg_temp.reeve_same('a row withdrawn a moment ago');
ROLLBACK TO shown;
UPDATE "Odd Shop".item SET listed_until = statement_timestamp() WHERE nr > 99;
SELECT pg_temp.reeve_same('a row whose time has passed');
ROLLBACK TO shown;
DELETE FROM "Odd Shop".item WHERE nr > 99;
SELECT pg_temp.reeve_same('a row deleted a moment ago');
ROLLBACK TO shown;
SET SESSION AUTHORIZATION shop_sam;
SELECT code AS added FROM reeve.search_rule_add('shop', 'item', 'synonym', 'laser',
  'thunder 12') \gset
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".item SET price = price + 1 WHERE nr = 12;
SELECT ok(EXISTS (SELECT FROM "Odd Shop".search_item('laser') f WHERE f.key = '["b\"2", 12]'),
  'a row that a synonym of two words finds stays while a change of it waits');
ROLLBACK TO shown;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(min(p.outcome), 'done', 'a senior hides them')
FROM generate_series(100, 159) n CROSS JOIN LATERAL reeve.action_perform('hide', 'shop', 'item',
  format('["c", %s]', n), '{"policy": "fraud", "forever": true}', NULL) p;
RESET SESSION AUTHORIZATION;
SELECT pg_temp.reeve_same('a row hidden in this transaction');
SELECT pg_temp.reeve_build(:item);
SELECT pg_temp.reeve_same('a row hidden before the index was built');
ROLLBACK TO shown;
-- Erased: the text is gone, the row stays, as one that had never said more.
UPDATE "Odd Shop".item SET title = 'Nothing', about = NULL, price = 0 WHERE nr > 99;
SELECT pg_temp.reeve_same('a text erased a moment ago', ' by -price');
ROLLBACK TO shown;
SELECT pg_temp.reeve_forget(), pg_temp.reeve_build(:item);

-- A parent's text, by which its rows are found
UPDATE "Odd Shop".stall SET title = title || ' zyglophranter lazzr' WHERE code = 'c';
SELECT pg_temp.reeve_build(:item);
SELECT is((SELECT answer -> 0 ->> 'corrected' FROM pg_temp.answers()
  WHERE query = 'zyglophrantr laser by relevance'), 'zyglophranter laser',
  'a parent''s word corrects');
SAVEPOINT shown;
INSERT INTO reeve.subject(collection_id, key, hidden_by, hidden_until)
SELECT collection_id, 'c', '{1}', 'infinity' FROM reeve.collection
WHERE app = 'shop' AND name = 'stall';
SELECT is((SELECT count(*)::int FROM pg_temp.answers() WHERE answer::text ~ 'zyglophrant'), 0,
  '… until the parent is hidden');
ROLLBACK TO shown;
UPDATE "Odd Shop".stall SET title = 'Other stall' WHERE code = 'c';
SELECT is((SELECT count(*)::int FROM pg_temp.answers() WHERE answer::text ~ 'zyglophrant'), 0,
  '… until it is gone from the parent');

SELECT * FROM finish();
ROLLBACK;
