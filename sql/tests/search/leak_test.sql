-- A thousand words that only hidden rows have, and whoever looks for them with the app's login:
-- each answer is that of a twin in which these rows hold as many words that nobody asks for.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
DELETE FROM reeve.approval_rule;
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop".ware(id bigint PRIMARY KEY, stall_code text, title text, about text,
  brand text, colours text[], price numeric, listed boolean NOT NULL DEFAULT TRUE,
  listed_until timestamptz NOT NULL DEFAULT 'infinity', hidden_until timestamptz);
CREATE INDEX ON "Odd Shop".ware(stall_code);
INSERT INTO "Odd Shop".stall(code, owner_id, title)
SELECT 's' || n, 1, 'Market ' || n FROM generate_series(1, 3) n;
RESET ROLE;
CREATE ROLE shop_web LOGIN;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,stall,search}', '{"a": ["title"], "public": true, "roles": ["shop_web"]}')
  #- '{collections,item,search}' || jsonb_build_object('collections', jsonb_set(
    pg_temp.manifest() -> 'collections' #- '{item,search}', '{stall,search}',
    '{"a": ["title"], "public": true, "roles": ["shop_web"]}') || '{"ware": {
      "table": "ware", "key": ["id"], "label": "t.title", "show": ["id", "title"],
      "visible": "hidden_until",
      "parents": {"stall": {"collection": "stall", "columns": ["stall_code"]}},
      "search": {"a": ["title"], "c": ["about"], "d": ["stall.title"], "filters": ["price"],
        "facets": ["brand", "colours"], "language": ["english", "german"], "public": true,
        "roles": ["shop_web"],
        "where": "t.listed AND t.listed_until > statement_timestamp()"},
      "erase": {"set": {"title": "''Nothing''"}}}}', 'actions',
    pg_temp.manifest() -> 'actions' || '[{"verb": "hide", "collection": "ware", "effects": [
      {"name": "ware", "collection": "ware", "hide": true}]}]')) \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT collection_id AS ware FROM reeve.collection WHERE app = 'shop' AND name = 'ware' \gset
SELECT collection_id AS stall FROM reeve.collection WHERE app = 'shop' AND name = 'stall' \gset
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 50);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;
CREATE FUNCTION pg_temp.reeve_follow() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  id int;
BEGIN
  PERFORM count(*) FROM reeve.search_tick();
  UPDATE reeve.change SET xid = '3';
  PERFORM reeve.search_collect(10000);
  FOR id IN SELECT p.collection_id FROM reeve.search_pointer p LOOP
    WHILE reeve.search_take(id, 1000) > 0 LOOP
    END LOOP;
  END LOOP;
  UPDATE reeve.change_reader SET xid = '0', change_id = 0, seen = NULL;
  DELETE FROM reeve.change;
END
$$;

-- What everybody may read.
CREATE TEMP TABLE visible AS
SELECT w, nth FROM unnest(string_to_array('laser brass lamp strawberry jam headphone silk scarf '
  'velvet leather wallet kitchen knife garden chair wooden table bicycle helmet running shoe '
  'winter jacket cotton shirt Handtasche Teppich Kerze Uhr Fahrrad привет собака книга ψωμί '
  'hiking backpack camera tripod guitar string coffee grinder ceramic plate iphone14 USB-C '
  'RTX-4090 C++ 🍕 🐶 ラーメン シルク กาแฟ שלום مرحبا 北京烤鸭 quixotic zephyr', ' '))
  WITH ORDINALITY u(w, nth);
CREATE FUNCTION pg_temp.reeve_any(n bigint, few int) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(w, ' ' ORDER BY md5(concat(w, n))) FROM (
    SELECT * FROM visible ORDER BY md5(concat(n, w)) LIMIT few) v
$$;
INSERT INTO "Odd Shop".ware(id, stall_code, title, about, brand, colours, price)
SELECT 1000 + n, 's' || n % 3 + 1, pg_temp.reeve_any(n, 3), pg_temp.reeve_any(-n, 6),
  (ARRAY['Acme', 'Zeta', 'Omega'])[n % 3 + 1], ARRAY[(ARRAY['red', 'blue'])[n % 2 + 1]], n
FROM generate_series(1, 200) n;
-- Titles of a number are suggested by it, keys or not.
UPDATE "Odd Shop".ware SET title = title || ' ' || id + 1000 WHERE id % 10 = 0;

-- Planted: each in three rows that are hidden in one way, or in the title of a hidden parent.
SELECT setseed(.33);
CREATE FUNCTION pg_temp.random_word(letters text, few int) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(substr(letters, 1 + floor(random() * char_length(letters))::int, 1), '')
  FROM generate_series(1, few)
$$;
CREATE FUNCTION pg_temp.planted(kind text, n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  w text := (SELECT v.w FROM visible v WHERE v.w ~ '^[A-Za-z]{5,}$' ORDER BY random() LIMIT 1);
  other text := (SELECT v.w FROM visible v WHERE v.w ~ '^[A-Za-z]{4,}$' ORDER BY random() LIMIT 1);
  p int := 1 + floor(random() * char_length(w))::int;
  letter text := pg_temp.random_word('abcdefghijklmnopqrstuvwxyz', 1);
BEGIN
  RETURN CASE kind
    WHEN 'random' THEN pg_temp.random_word('bcdfghklmnprstvw', 2)
      || pg_temp.random_word('aeiou', 1) || pg_temp.random_word('bdfghklmnprstaeiou', 3 + n % 5)
    WHEN 'slip' THEN CASE n % 4 WHEN 0 THEN overlay(w PLACING '' FROM p FOR 1)
      WHEN 1 THEN overlay(w PLACING letter FROM p FOR 1)
      WHEN 2 THEN overlay(w PLACING letter FROM p FOR 0)
      ELSE left(w, p - 1) || reverse(substr(w, p, 2)) || substr(w, p + 2) END
    WHEN 'compound' THEN CASE n % 3 WHEN 0 THEN w || other
      WHEN 1 THEN w || pg_temp.random_word('bdgklmnprstaeiou', 5)
      ELSE pg_temp.random_word('bdgklmnprstaeiou', 5) || w END
    WHEN 'form' THEN CASE n % 3 WHEN 0 THEN left(w, greatest(p, 3))
      WHEN 1 THEN w || (ARRAY['s', 'ing', 'ed', 'er', 'es', 'ly'])[n % 6 + 1]
      ELSE left(w, 4) || pg_temp.random_word('abcdefghijklmnopqrstuvwxyz', 4) END
    WHEN 'script' THEN CASE n % 8 WHEN 0 THEN pg_temp.random_word('абвгдежзиклмнопрстуюя', 6)
      WHEN 1 THEN pg_temp.random_word('αβγδεζικλμνοπρστ', 6)
      WHEN 2 THEN pg_temp.random_word('あかさたなはまやらわいきしちに', 4)
      WHEN 3 THEN pg_temp.random_word('アカサタナラーメンシルク', 4)
      WHEN 4 THEN pg_temp.random_word('天地玄黄宇宙洪荒北京', 3)
      WHEN 5 THEN pg_temp.random_word('กขคงจฉชซ', 5)
      WHEN 6 THEN pg_temp.random_word('אבגדהוזחט', 5)
      ELSE pg_temp.random_word('ابتثجحخد', 5) END
    WHEN 'code' THEN CASE n % 4 WHEN 0 THEN upper(pg_temp.random_word('bcdfgrtx', 3)) || '-'
        || 1000 + n
      WHEN 1 THEN 'RTX-' || 4000 + n WHEN 2 THEN pg_temp.random_word('abcdfgh', 1) || '++' || n
      ELSE 'iphone' || n END
    WHEN 'number' THEN (7000 + 17 * n)::text
    WHEN 'value' THEN initcap(pg_temp.random_word('bdgklmnprst', 2)
      || pg_temp.random_word('aeiou', 1) || pg_temp.random_word('bdgklmnprst', 2))
    WHEN 'emoji' THEN chr(x'1F400'::int + n) END;
END
$$;
CREATE TEMP TABLE planted AS
SELECT row_number() OVER (ORDER BY md5(word)) AS n, kind, word FROM (
  SELECT DISTINCT ON (lower(p.word)) k.kind, p.word
  FROM (VALUES ('random', 260), ('slip', 260), ('compound', 140), ('form', 160), ('script', 170),
    ('code', 90), ('number', 60), ('value', 60), ('emoji', 55)) k(kind, few)
  CROSS JOIN LATERAL generate_series(1, k.few) g
  CROSS JOIN LATERAL (SELECT pg_temp.planted(k.kind, g) AS word OFFSET 0) p
  WHERE char_length(p.word) > 0 AND NOT EXISTS (
    SELECT FROM visible v WHERE lower(v.w) = lower(p.word))
  ORDER BY lower(p.word)) w
ORDER BY n LIMIT 1000;
SELECT is((SELECT count(*)::int FROM planted), 1000, 'a thousand words are planted');
CREATE TEMP TABLE way(nth int, way text);
INSERT INTO way
SELECT nth, way FROM unnest(ARRAY['hide', 'forever', 'a moment', 'unlisted', 'expired', 'deleted',
  'erased', 'draft', 'parent']) WITH ORDINALITY u(way, nth);
-- Of each way 112 words and 24 rows, of which each has 14 of them; the parent has 110 in its title.
CREATE TEMP TABLE secret AS
SELECT y.way, 5000 + 100 * y.nth + r AS id, (
    SELECT array_agg(p.word ORDER BY p.n) FROM planted p
    WHERE p.n % 9 = y.nth - 1 AND (p.n / 9 + r) % 8 = 0) AS words
FROM way y CROSS JOIN generate_series(1, 24) r;
CREATE FUNCTION pg_temp.others(words text[]) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(translate(substr(md5(w), 1, 10), '0123456789abcdef', 'qjxzqjxzqjxzqjxz')
    ORDER BY nth)
  FROM unnest(words) WITH ORDINALITY u(w, nth)
$$;
-- Rows are as everybody may see them at first, but drafts.
CREATE FUNCTION pg_temp.reeve_plant(is_telling boolean, is_draft boolean) RETURNS void
LANGUAGE sql AS $$
  UPDATE "Odd Shop".stall SET title = concat_ws(' ', 'Market 3', (
    SELECT string_agg(v.w, ' ') FROM secret s CROSS JOIN LATERAL unnest(CASE WHEN is_telling
      THEN s.words ELSE pg_temp.others(s.words) END) v(w)
    WHERE s.way = 'parent' AND s.id % 100 <= 8)) WHERE code = 's3' AND NOT is_draft;
  INSERT INTO "Odd Shop".ware(id, stall_code, title, about, brand, colours, price, listed)
  SELECT s.id, 's1', CASE WHEN is_telling THEN concat_ws(' ', pg_temp.reeve_any(s.id, 2), v.w[1],
      v.w[2], v.w[3]) ELSE array_to_string(v.w[:3], ' ') END, CASE WHEN is_telling THEN
    concat_ws(' ', array_to_string(v.w, ' '), pg_temp.reeve_any(s.id, 5))
    ELSE array_to_string(v.w, ' ') END, v.w[4], v.w[5:8],
    CASE WHEN is_telling THEN s.id % 200 ELSE 90000 END, NOT is_draft
  FROM secret s CROSS JOIN LATERAL (
    SELECT CASE WHEN is_telling THEN s.words ELSE pg_temp.others(s.words) END) v(w)
  WHERE s.way <> 'parent' AND (s.way = 'draft') = is_draft
$$;
CREATE FUNCTION pg_temp.reeve_hide() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL SESSION AUTHORIZATION shop_sam;
  PERFORM reeve.action_perform('hide', 'shop', 'ware', s.id::text,
    '{"policy": "fraud", "forever": true}', NULL)
  FROM generate_series(5101, 5124) s(id);
  SET LOCAL SESSION AUTHORIZATION DEFAULT;
  UPDATE "Odd Shop".ware w SET hidden_until = CASE s.way WHEN 'forever' THEN 'infinity'
      WHEN 'a moment' THEN clock_timestamp() + interval '1 day' ELSE w.hidden_until END,
    listed = w.listed AND s.way <> 'unlisted',
    listed_until = CASE s.way WHEN 'expired' THEN statement_timestamp() ELSE 'infinity' END
  FROM secret s WHERE s.id = w.id AND s.way IN ('forever', 'a moment', 'unlisted', 'expired');
  DELETE FROM "Odd Shop".ware w USING secret s WHERE s.id = w.id AND s.way = 'deleted';
  UPDATE "Odd Shop".ware w SET title = 'Nothing', about = NULL, brand = NULL, colours = NULL,
    price = 0
  FROM secret s WHERE s.id = w.id AND s.way = 'erased';
  UPDATE "Odd Shop".stall SET hidden_until = 'infinity' WHERE code = 's3';
END
$$;

-- What is asked of each word, and of each visible one.
CREATE TEMP TABLE asked AS
SELECT n, word, kind FROM planted
UNION ALL SELECT 2000 + nth, w, 'visible' FROM visible
UNION ALL SELECT 3000 + s.nth, s.id::text, 'key' FROM (
  SELECT row_number() OVER () AS nth, id FROM secret WHERE id % 100 = 1) s;
GRANT SELECT ON asked TO shop_web;
CREATE FUNCTION pg_temp.relaid(w text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN w ~ '[а-я]' THEN translate(lower(w), 'йцукенгшщзхъфывапролджэячсмитьбю',
      'qwertyuiop[]asdfghjkl;''zxcvbnm,.')
    ELSE translate(lower(w), 'qwertyuiop[]asdfghjkl;''zxcvbnm,.',
      'йцукенгшщзхъфывапролджэячсмитьбю') END
$$;
ALTER TABLE asked ADD latin text;
UPDATE asked SET latin = reeve.word_latin(lower(word));
CREATE FUNCTION pg_temp.answer(word text, latin text, question int) RETURNS jsonb
LANGUAGE plpgsql SET ROLE shop_web AS $$
BEGIN
  RETURN CASE question
    WHEN 0 THEN "Odd Shop".find_ware(word, '{"max": 5, "facets": true, "total": 1000}')
    WHEN 1 THEN "Odd Shop".complete_ware(left(word, greatest(3, char_length(word) - 2)),
      '{"max": 5, "counts": true}')
    WHEN 2 THEN "Odd Shop".find_ware('lamp ' || word, '{"max": 3}')
    -- Misspelt, begun, in another layout, in Latin letters, joined, split
    WHEN 3 THEN "Odd Shop".find_ware(overlay(word PLACING 'x' FROM 2 FOR 1), '{"max": 3}')
    WHEN 4 THEN "Odd Shop".find_ware('silk ' || left(word, 4), '{"max": 3}')
    WHEN 5 THEN "Odd Shop".find_ware(pg_temp.relaid(word), '{"max": 3}')
    WHEN 6 THEN "Odd Shop".find_ware(latin, '{"max": 3}')
    WHEN 7 THEN "Odd Shop".find_ware(left(word, 3) || ' ' || substr(word, 4), '{"max": 3}')
    -- In operators, filters and orders
    WHEN 8 THEN "Odd Shop".find_ware(format('"%s" OR laser', word), '{"max": 3}')
    WHEN 9 THEN "Odd Shop".find_ware('laser -' || word, '{"max": 3, "sort": "-price"}')
    WHEN 10 THEN "Odd Shop".find_ware('', jsonb_build_object('filters', jsonb_build_object(
      'brand', jsonb_build_array(word, 'acme')), 'facets', ARRAY['colours'], 'max', 3))
    WHEN 11 THEN "Odd Shop".find_ware(format('brand:"%s"', word), '{"facets": true}')
    WHEN 12 THEN "Odd Shop".find_ware('about:' || word, '{"sort": "price", "facets": true}')
    WHEN 13 THEN "Odd Shop".find_ware('colours:' || word || ' OR lamp', '{"max": 3}')
    -- In other collections, in pages and for SQL
    WHEN 14 THEN "Odd Shop".find_ware('market ' || word, '{"in": ["stall"], "max": 3}')
    WHEN 15 THEN to_jsonb(ARRAY(SELECT to_jsonb(f) #- '{place,in}'
      FROM "Odd Shop".search_ware(word || ' scarf', max => 3) f))
    WHEN 16 THEN to_jsonb(ARRAY(SELECT f FROM "Odd Shop".suggest_ware(word) f))
    WHEN 17 THEN "Odd Shop".find_ware('velvet ' || word, jsonb_build_object('max', 2, 'after',
      "Odd Shop".find_ware('velvet ' || word, '{"max": 2, "total": 0}') -> 'next'))
    WHEN 18 THEN "Odd Shop".find_stall(word, '{}')
    ELSE to_jsonb(ARRAY(SELECT f.key FROM "Odd Shop".search_ware('', '{}', '-price', 5,
      jsonb_build_object('in', (SELECT s.place -> 'in' FROM "Odd Shop".search_ware('lamp') s
        LIMIT 1), 'key', word, 'seen', 1)) f)) END;
END
$$;
CREATE TEMP TABLE answers(state text, word text, question int, answer jsonb);
-- Of each word a question, in turn, and a query of ten of them; or of every so many, since the rows
-- that the index has not followed are read for each.
CREATE FUNCTION pg_temp.reeve_ask(state text, every int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO answers
  SELECT state, a.word, a.n % 20, pg_temp.answer(a.word, a.latin, (a.n % 20)::int)
  FROM asked a WHERE a.n / 20 % every = 0
  UNION ALL
  SELECT state, t.ten, 0, pg_temp.answer(t.ten, NULL, 0)
  FROM (SELECT string_agg(a.word, ' ' ORDER BY a.n) FROM asked a
    WHERE a.n / 10 % greatest(every / 10, 1) = 0 GROUP BY a.n / 10) t(ten)
$$;
-- How often each function is called for a question: what it costs, without a clock.
CREATE TEMP TABLE work(state text, word text, calls jsonb);
CREATE FUNCTION pg_temp.calls() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(concat(funcname, ' ', funcid), calls)
  FROM pg_stat_xact_user_functions WHERE schemaname IN ('reeve', 'reeve_index')
$$;
CREATE FUNCTION pg_temp.reeve_count(state text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  word text;
  was jsonb;
  now_is jsonb;
BEGIN
  SET LOCAL track_functions = 'all';
  FOR word IN SELECT a.word FROM asked a WHERE a.n % 20 = 7 ORDER BY a.n LOOP
    was := pg_temp.calls();
    PERFORM pg_temp.answer(word, NULL, 0), pg_temp.answer(word, NULL, 1);
    now_is := pg_temp.calls();
    INSERT INTO work SELECT state, word, jsonb_object_agg(split_part(c.key, ' ', 1),
        c.value::bigint - coalesce((was ->> c.key)::bigint, 0))
      FROM jsonb_each_text(now_is) c WHERE c.value IS DISTINCT FROM was ->> c.key;
  END LOOP;
  SET LOCAL track_functions = 'none';
END
$$;

SELECT pg_temp.reeve_build(:stall), pg_temp.reeve_build(:ware);
CREATE FUNCTION pg_temp.reeve_play(is_telling boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  who text := CASE WHEN is_telling THEN ' secret' ELSE ' twin' END;
BEGIN
  PERFORM pg_temp.reeve_plant(is_telling, FALSE), pg_temp.reeve_follow();
  IF is_telling THEN
    PERFORM pg_temp.reeve_ask('shown secret', 100);
  END IF;
  PERFORM pg_temp.reeve_hide(), pg_temp.reeve_plant(is_telling, TRUE);
  PERFORM pg_temp.reeve_ask('hidden just now' || who, 60);
  PERFORM pg_temp.reeve_follow();
  PERFORM pg_temp.reeve_ask('hidden' || who, 6), pg_temp.reeve_count('hidden' || who);
  -- Written while nobody sees them
  UPDATE "Odd Shop".ware SET price = price + 1 WHERE id > 5000 AND title <> 'Nothing';
  PERFORM pg_temp.reeve_ask('written' || who, 60);
END
$$;
-- Nothing is left of the twin but what it answers.
SAVEPOINT built;
SELECT pg_temp.reeve_play(FALSE);
SELECT jsonb_agg(a) AS answers FROM answers a \gset
SELECT jsonb_agg(w) AS work FROM work w \gset
ROLLBACK TO built;
INSERT INTO answers SELECT * FROM jsonb_populate_recordset(NULL::answers, :'answers');
INSERT INTO work SELECT * FROM jsonb_populate_recordset(NULL::work, :'work');
SELECT pg_temp.reeve_play(TRUE);

SELECT cmp_ok((
  SELECT count(DISTINCT s.word) FROM answers s JOIN answers b USING (word, question)
  WHERE s.state = 'shown secret' AND b.state = 'hidden twin' AND s.answer <> b.answer), '>=',
  10::bigint, 'while everybody may see them, the words are found');
SELECT is((
  SELECT left(string_agg(format(E'%s, %s: %s was %s is %s', a.word, a.kind, s.question,
      left(t.answer::text, 400), left(s.answer::text, 400)), E'\n'), 3000) || count(*)
  FROM answers s JOIN answers t USING (word, question) LEFT JOIN asked a USING (word)
  WHERE s.state = way || ' secret' AND t.state = way || ' twin'
    AND s.answer IS DISTINCT FROM t.answer), NULL, 'what is ' || way || ' is told by no answer')
FROM unnest(ARRAY['hidden', 'written']) way;
-- Until the index follows, a score may be by what words counted a moment ago, when all could be
-- seen, and so may the order for ten words at once. Of erased rows (19) everybody sees what is
-- left, at the place of what is gone.
CREATE FUNCTION pg_temp.without_order(answer jsonb, is_long boolean) RETURNS text
LANGUAGE sql AS $$
  SELECT regexp_replace((CASE WHEN is_long THEN answer - '{results,next}'::text[]
    ELSE answer END)::text, '"rank": [0-9.]+', '', 'g')
$$;
SELECT is((
  SELECT left(string_agg(format(E'%s, %s: %s was %s is %s', a.word, a.kind, s.question,
      left(t.now::text, 600), left(s.now::text, 600)), E'\n'), 3000) || count(*)
  FROM (
    SELECT o.*, pg_temp.without_order(o.answer, a.word IS NULL) AS now
    FROM answers o LEFT JOIN asked a USING (word)) s
  JOIN (
    SELECT o.*, pg_temp.without_order(o.answer, a.word IS NULL) AS now
    FROM answers o LEFT JOIN asked a USING (word)) t USING (word, question)
  LEFT JOIN asked a USING (word)
  WHERE s.state = 'hidden just now secret' AND t.state = 'hidden just now twin'
    AND s.now IS DISTINCT FROM t.now AND s.question <> 19), NULL,
  'what is hidden just now is told by no answer');
SELECT is((
  SELECT left(string_agg(format('%s, %s: %s', s.word, s.question, left(s.answer::text, 400)),
    E'\n'), 3000)
  FROM answers s
  WHERE s.state = 'hidden just now secret' AND EXISTS (
    SELECT FROM secret h
    WHERE h.way NOT IN ('erased', 'parent')
      AND strpos(s.answer::text, format('"key": "%s"', h.id)) > 0)), NULL, 'nor is its key');
SELECT is((
  SELECT left(string_agg(format('%s, %s: %s', a.word, a.kind, d.list), E'\n'), 3000) || count(*)
  FROM work s JOIN work t USING (word) JOIN asked a USING (word)
  CROSS JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', coalesce(x.key, y.key), y.value, x.value), ', ') AS list
    FROM jsonb_each_text(s.calls) x FULL JOIN jsonb_each_text(t.calls) y ON x.key = y.key
    WHERE x.value IS DISTINCT FROM y.value) d
  WHERE s.state = 'hidden secret' AND t.state = 'hidden twin' AND d.list IS NOT NULL), NULL,
  'nor by the work that one takes');
SELECT * FROM finish();
ROLLBACK;
