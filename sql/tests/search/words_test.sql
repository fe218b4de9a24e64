BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;

-- Letters
SELECT is(reeve.search_fold(given), folded, given) FROM (VALUES
  ('Straße ÄRGER', 'strasse arger'), ('İstanbul ışık', 'istanbul isik'),
  ('Σίσυφος', 'σισυφοσ'), ('ΣΊΣΥΦΟΣ', 'σισυφοσ'), ('Ёлка', 'елка'), ('Đồng hồ', 'dong ho'),
  ('Қазақ', 'казак'), ('渡邉', '渡边 边'),
  ('ﬁne Œuvre', 'fine oeuvre'), ('ＵＳＢ－Ｃ', 'usb c'), ('soft' || chr(173) || 'ware', 'software'),
  ('15.6" laptop', '15 6 inch laptop'), ('say "hi"', 'say hi'),
  ('シルク', 'しる るく く'), ('ｼﾙｸ', 'しる るく く'), ('財布', '财布 布'), ('财布', '财布 布'), ('布', '布'),
  ('iPhone手機殼X', 'iphone 手机 机壳 壳 x'), ('이어폰', '이어 어폰 폰'),
  ('كتاب', 'كتاب'), ('الكتاب', 'كتاب'), ('والكتاب', 'كتاب'), ('كِتَاب', 'كتاب'), ('کتاب', 'كتاب'),
  ('كتـــاب', 'كتاب'), ('٣ ۳ ३ ๓ ３', '3 3 3 3 3'), ('שָׁלוֹם', 'שלומ'), ('ג''ינס', 'גינס'),
  ('🇩🇪', reeve.search_fold('🇩🇪 ')), ('', ''), (E'\u200b\u202e', '')) v(given, folded);
SELECT isnt(reeve.search_fold(one), reeve.search_fold(other), one || ' and ' || other)
FROM (VALUES ('कि', 'की'), ('เสื้อ', 'เสือ'), ('😀', '😁'), ('হাত', 'হত'),
  ('தமிழ்', 'தமழ')) v(one, other);
SELECT is(reeve.script_plain(reeve.search_fold(w)), w, w || ' is read as it is written')
FROM unnest(ARRAY['कमीज', 'पंखा', '👜', 'தமிழ்', 'abc', 'red bag']) w;
SELECT is(reeve.script_plain(array_to_string(reeve.search_words(w), ' ')), plain, w)
FROM (VALUES ('กาแฟ cake', 'กาแฟ cake'), ('เครื่องชงกาแฟ', 'เครื่องชงกาแฟ'), ('シルク bag', 'しるく bag'),
  ('財布', '财布'), ('이어폰 케이스', '이어폰 케이스'), ('हिन्दि 🎂', 'हिंदि 🎂'), ('布 布', '布')) v(w, plain);
SELECT is(reeve.search_mark(label, reeve.search_pattern(reeve.search_words(query), NULL),
  reeve.search_words(query), NULL), marked,
  query || ' in ' || label)
FROM (VALUES ('ร้านกาแฟสด', 'กาแฟ', ARRAY['ร้าน', 'กาแฟ', 'สด']),
  ('東京タワー模型', 'たわー', ARRAY['東京', 'タワー', '模型']),
  ('iPhone手機殼X', '手机', ARRAY['iPhone', '手機', '殼X']),
  ('무선이어폰', '이어폰', ARRAY['무선', '이어폰']), ('कमीज लाल', 'कमीज', ARRAY['', 'कमीज', ' लाल']),
  ('كِتَاب جديد', 'كتاب', ARRAY['', 'كِتَاب', ' جديد']), ('財', '财', ARRAY['', '財']),
  ('ﾊﾝｶｸ', 'はん', ARRAY['', 'ﾊﾝ', 'ｶｸ'])) v(label, query, marked);
SELECT is(reeve.search_words('財布 กาแฟ red'), ARRAY['财布', 'กา', 'าแ', 'แฟ', 'red'],
  'the last letter of a run is no word of a query');

-- Codes
SELECT is(reeve.script_plain(array_to_string(reeve.search_words(query), ' ')), words, query)
FROM (VALUES ('C++ and C#', 'c++ and c#'), ('.NET', '.net'), ('asp.net', 'asp net'),
  ('AT&T', 'at&t'),
  ('3/4" pipe', '3/4 inch pipe'), ('½', '1/2'), ('USB-C hub', 'usb-c hub'),
  ('RTX-4090', 'rtx-4090'),
  ('10W-40', '10w-40'), ('t-shirt', 't shirt'), ('noise-cancelling', 'noise cancelling'),
  ('2024-01-05', '2024 01 05'), ('1/2/2024', '1 2 2024'), ('S10+ A+', 's10+ a+'), ('№5', 'no5'),
  ('C/C++', 'c++'), ('Т-34', 'т-34'), ('http://a.b/c', 'http a b c'), ('ＡＣ／ＤＣ', 'ac/dc'),
  ('red, blue.', 'red blue'), ('a + b', 'a b'), ('#1 -', '1'), ('シル-1', 'しる 1')) v(query, words);
SELECT is(reeve.search_phrase(reeve.search_text(words))::text, phrase::tsquery::text, words)
FROM (VALUES ('red bag', '''red'' <-> ''bag'''), ('the c++ book',
    E'''the'' <-> ''c'' <-> ''book'' & ''c\U0002002B\U0002002B''')) v(words, phrase);
SELECT is(ARRAY(SELECT to_tsvector('simple', reeve.search_text(title))
    @@ reeve.search_phrase(reeve.search_text(p))
    FROM unnest(ARRAY['c++', 'c', 'usb c', 'usb-c', 'c++ with usb']) p),
  '{t,t,t,t,t}', 'a document has its codes and their parts as neighbours')
FROM (VALUES ('C++ with USB-C')) v(title);
SELECT is(to_tsvector('simple', reeve.search_text(title)) @@ c.must, is_found,
  format('%s in %s', query, title))
FROM (VALUES ('シルクスカーフ 赤', '"シルク"', TRUE), ('シルクスカーフ 赤', '"スカーフ"', TRUE),
  ('シルクスカーフ 赤', '"シルクスカーフ 赤"', TRUE), ('シルクスカーフ 赤', '"シルク 赤"', FALSE),
  ('シルクスカーフ 赤', '"ルシ"', FALSE), ('シルクスカーフ 赤', '"カ"', TRUE), ('手机壳', '-手机', FALSE),
  ('手机壳', '-壳', FALSE), ('手机壳', '手机 -手壳', TRUE), ('手机壳', 'silk OR 手机', TRUE),
  ('手机壳', 'silk OR 手', TRUE), ('เครื่องชงกาแฟ ดี', '"กาแฟ"', TRUE),
  ('이어폰 충전기', '"이어 폰"', FALSE), ('이어폰 충전기', '"어폰 충전"', TRUE)) v(title, query, is_found)
CROSS JOIN LATERAL reeve.search_condition('{"search": {"a": ["title"]}}',
  reeve.search_parse(query, '{}') -> 'clauses', '{}') c;
SELECT is(setweight(to_tsvector('simple', reeve.search_text('手机壳')), weight) @@ c.must, is_found,
  format('%s in field %s', query, weight))
FROM (VALUES ('title:手', 'a'::"char", TRUE), ('title:手机', 'a', TRUE), ('title:手', 'c', FALSE))
  v(query, weight, is_found)
CROSS JOIN LATERAL reeve.search_condition('{"search": {"a": ["title"], "c": ["about"]}}',
  reeve.search_parse(query, '{title,about}') -> 'clauses', '{}') c;
SELECT is(tsvector_to_array(reeve.search_document(
    setweight(to_tsvector('simple', reeve.search_text('USB-C')), 'A'), '{}', 'a', FALSE, NULL))
  @> ARRAY[reeve.search_title_lexeme(reeve.search_words('usb-c'))], TRUE,
  'a title that is a code is known as a whole');

SELECT is(ARRAY[reeve.search_is_cut(repeat('é', 1999), '', repeat('x', 49999), NULL),
  reeve.search_is_cut('', repeat('é', 2001), '', ''),
  reeve.search_is_cut('', '', '', repeat('x', 50001)),
  reeve.search_is_cut(NULL, NULL, NULL, NULL)], '{f,t,t,f}', 'long texts are cut, and said to be');

-- Other scripts and keyboards
SELECT is(reeve.word_latin(reeve.search_fold(word)), latin, word) FROM (VALUES
  ('щука', 'shchuka'), ('ёлка', 'elka'), ('мышь', 'mysh'), ('Юлія', 'yuliya'), ('ђак', 'djak'),
  ('България', 'balgariya'), ('ψάρι', 'psari'), ('ουρανός', 'ouranos'), ('αυτό', 'avto'),
  ('red', 'red'), ('布', '布'), ('x9', 'x9')) v(word, latin);
SELECT is(reeve.word_latin(word), latin, word) FROM (VALUES ('かばん', 'kaban'), ('しょうゆ', 'shouyu'),
  ('きって', 'kitte'), ('そにー', 'sonii'), ('ふぁん', 'fan')) v(word, latin);
SELECT ok(reeve.word_keys(reeve.search_fold(typed)) @> reeve.word_keys(reeve.search_fold(word)),
  format('%s is %s', typed, word))
FROM (VALUES ('borsch', 'борщ'), ('borshch', 'борщ'), ('yabloko', 'яблоко'),
  ('jabloko', 'яблоко'), ('iabloko', 'яблоко'), ('zdorovye', 'здоровье'), ('horosho', 'хорошо'),
  ('khorosho', 'хорошо'), ('sol', 'соль'), ('koshki', 'кошка'), ('caj', 'чай'), ('zena', 'жена'),
  ('čaša', 'чаша'), ('xaris', 'χάρης'), ('charis', 'χάρης'), ('biblio', 'βιβλίο'),
  ('kalhmera', 'καλημέρα'), ('psaria', 'ψάρια'), ('yizhak', 'їжак')) v(typed, word);
SELECT ok(NOT reeve.word_keys(typed) && reeve.word_keys(word), format('%s is not %s', typed, word))
FROM (VALUES ('sobaka', 'собор'), ('kot', 'код'), ('red', 'рот'), ('12', '布')) v(typed, word);
SELECT ok(reeve.word_relaid(typed) @> ARRAY[reeve.search_fold(word)],
  format('%s is %s', typed, word))
FROM (VALUES ('ghbdtn', 'привет'), ('руддщ', 'hello'), (',jnbyrb', 'ботинки'), ('hs,f', 'рыба'),
  ('<fh', 'бар'), ('csh', 'сір'), ('[ks,', 'хліб'), ('ts;anta', 'τσάντα'),
  ('τηε', 'the'), ('akuo', 'שלום'), ('יקךךם', 'hello'), ('prdfm', 'حقيبة'), ('hgsghl', 'السلام'),
  ('اثممخ', 'hello'), ('Yug', 'zug'), ('qzerty', 'awerty')) v(typed, word);
SELECT is(reeve.word_kana(latin), kana, latin) FROM (VALUES
  ('sushi', '{すし,すーし,すしー}'::text[]), ('kitte', '{きって,きーって,きってー}'), ('shin', '{しん,しーん}'),
  ('black', '{}'), ('12', '{}'), ('', '{}')) v(latin, kana);

-- Documents have the words that queries have, whatever the text.
SELECT setseed(random()) \gset
SELECT 'seed ' || (random() * 2 - 1)::numeric(9, 8) AS seed \gset
SELECT diag(:'seed');
SELECT setseed(substr(:'seed', 6)::float8) \gset
SELECT is_empty(format($$
  SELECT t FROM (
    SELECT n, string_agg(CASE WHEN random() < 0.7 THEN chr(32 + (random() * 94)::int)
      ELSE chr((ARRAY[233, 223, 8217, 1080, 945, 1603, 1600, 1611, 1513, 1464, 2325, 2367, 2381,
        3585, 3657, 12471, 65404, 12540, 36001, 30005, 44032, 128092, 127465, 8205, 65039, 173,
        8209, 4096, 4155, 6016, 6098])[1 + (random() * 30)::int]) END, '') AS t
    FROM generate_series(1, 400) n, generate_series(1, 1 + n %% 12) GROUP BY n) r
  CROSS JOIN LATERAL (
    SELECT tsvector_to_array(to_tsvector('simple', reeve.search_text(t))) AS document,
      reeve.search_words(t) AS query) w
  WHERE NOT document @> query OR EXISTS (
    SELECT FROM unnest(document) d
    -- The part of a code, or the last letter of a run
    WHERE d <> ALL (query || ARRAY(SELECT p FROM unnest(query) q, unnest(reeve.word_parts(q)) p))
      AND NOT (reeve.word_is_pair(d)
      AND EXISTS (SELECT FROM unnest(query) q WHERE right(q, char_length(d)) = d))) $$),
  'a document has the words that a query of its text has');
SELECT is(reeve.search_words('3e5y 6E4'), ARRAY['3e5', 'y', '6e4'],
  'a number with an exponent ends before the letter that follows');

-- What the words of a query are taken for
DELETE FROM "Odd Shop".item;
INSERT INTO "Odd Shop".item(stall_code, nr, title) SELECT 'c', n, t
FROM unnest(ARRAY['wireless fan',
  'wi-fi router', 'usb-c cable', 'x9000 case', 'apple phone', 'leather bags', 'strawberries',
  'Handtasche', 'headphones', 'iphone 14', 'iphone', 'a the', 'running shoe', 'हेडफ़ोन',
  'Собака', 'кот', 'すし', 'かばん',
  'Kürbiskernöl', 'Muellbeutel', 'smartphone', 'smart watch for a phone', 'lightbox'])
  WITH ORDINALITY v(t, n);
CREATE FUNCTION pg_temp.reeve_build() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gen int := (SELECT reeve.search_begin(collection_id, TRUE, 1000) FROM reeve.collection
    WHERE app = 'shop' AND name = 'item');
BEGIN
  WHILE (SELECT did FROM reeve.search_step(gen, NULL, NULL)) <> 'built' LOOP
  END LOOP;
  RETURN gen;
END
$$;
SELECT pg_temp.reeve_build() AS gen \gset
CREATE FUNCTION pg_temp.reeve_terms(gen int, query text) RETURNS TABLE(found text)
LANGUAGE sql AS $$
  SELECT concat_ws(' ', t.place, t.span, t.kind, t.lexeme)
  FROM reeve.search_terms(ARRAY[gen], reeve.search_words(query)) t WHERE t.df > 0
$$;
SELECT is(ARRAY(SELECT t.found FROM pg_temp.reeve_terms(:gen, query) t ORDER BY 1),
  ARRAY(SELECT f FROM unnest(v.found::text[]) f ORDER BY 1), query)
FROM (VALUES ('fan', '{1 1 exact fan}'), ('fna', '{1 1 spelling fan}'),
  ('appe', '{1 1 spelling apple}'), ('fn', '{1 1 spelling fan}'), ('f7', '{}'),
  ('wifi', ARRAY['1 1 split ''wi'' <-> ''fi''']),
  ('usbc', ARRAY['1 1 split ''usb'' <-> ''c''', '1 1 spelling usb',
    '1 1 spelling ' || ltrim(reeve.search_codes('usb-c'))]),
  ('fancase', ARRAY['1 1 part case', '1 1 split ''fan'' & ''case''',
    '1 1 split ''fan'' <-> ''case''']),
  ('x 9000', '{1 2 joined x9000,2 1 part x9000}'), ('strawberry', '{1 1 form strawberries}'),
  ('bag', '{1 1 form bags,1 1 prefix bag}'), ('tasche', '{1 1 part handtasche}'),
  ('head phones', '{1 2 joined headphones,1 1 prefix head,2 1 form phone,
    2 1 part headphones,2 1 part phone}'),
  ('andtasc', '{1 1 part handtasche}'), ('haedfones', '{1 1 spelling headphones}'),
  ('hedphonse', '{1 1 spelling headphones}'),
  ('iphone14', ARRAY['1 1 split ''iphone'' <-> ''14''', '1 1 part iphone']),
  ('kuerbis', '{1 1 prefix kurbis}'), ('kernoel', '{1 1 part kurbiskernol}'),
  ('müll', '{1 1 prefix muell}'),
  -- Other scripts and keyboards
  ('sobaki', '{1 1 spelling собака}'), ('cj,frf', '{}'), ('rjn', '{1 1 spelling кот}'),
  ('раут', '{}'), ('афт', '{1 1 spelling fan}'), ('фан', '{1 1 spelling fan}'),
  ('sushi', '{1 1 spelling すし}'), ('kaban', ARRAY['1 1 split ''かば'' <-> ''ばん''']),
  -- A slip and something else
  ('laether', '{1 1 spelling leather}'), ('bgas', '{1 1 spelling bags}'),
  ('sheos', '{1 1 spelling shoe}'),
  ('fnas', '{1 1 spelling fan}'), ('strawbery', '{1 1 spelling strawberries}'),
  ('light bxo', '{1 1 part lightbox,1 1 prefix light,1 2 joined lightbox}'),
  ('kurbsik', '{1 1 prefix kurbisk}'),
  ('zzqq', '{}'), ('14', '{1 1 exact 14}'), ('13', '{}')) v(query, found);
SELECT is((
  SELECT i.title
  FROM reeve.search_found(reeve.search_ask(ARRAY[:gen], 'smart phone', '{}', NULL, FALSE), 1) t
  JOIN "Odd Shop".item i ON t.key = jsonb_build_array(i.stall_code, i.nr)::text), 'smartphone',
  'two words as one are as good as two');
SELECT ok(bool_and(t.weight > 0 AND t.weight <= 1), 'weights are over 0, at most 1')
FROM reeve.search_terms(ARRAY[:gen], '{fan,fna,wifi,x,9000,bag,tasche,andtasc,haedfones}') t;
SELECT ok(reeve.word_cost(typed, less) < coalesce(reeve.word_cost(typed, more), 9),
  format('%s, rather than %s, is meant by %s', less, more, typed))
FROM (VALUES ('phone', 'fhone', 'fone'), ('letter', 'latter', 'leter'), ('fan', 'fin', 'fna'),
  ('vans', 'vena', 'vabs'), ('kabel', 'gabel', 'cabel')) v(less, more, typed);

SELECT results_eq($$ SELECT path FROM reeve.catalog_check('{"app": "shop",
    "schema": "Odd Shop", "owner": "shop_owner", "title": "Shop", "collections":
      {"item": {"table": "item", "key": ["stall_code", "nr"], "label": "t.title", "show": ["title"],
      "search": {"a": ["title"], "language": ["english", "klingon"]}}}}')
  WHERE path ~ 'language' AND message ~ '^there is no language klingon; PostgreSQL has arabic, ' $$,
  ARRAY['/collections/item/search/language'], 'a language that PostgreSQL has not is refused');

-- A language: other forms of the same stem, stop words no words
UPDATE reeve.collection SET search = '{"a": ["title"], "language": ["english", "hindi"]}'
WHERE app = 'shop' AND name = 'item';
SELECT pg_temp.reeve_build() AS gen \gset
SELECT is(ARRAY(SELECT t.found FROM pg_temp.reeve_terms(:gen, query) t ORDER BY 1),
  ARRAY(SELECT f FROM unnest(v.found::text[]) f ORDER BY 1), query)
FROM (VALUES ('the run', '{2 1 form running,2 1 prefix run}'), ('the', '{1 1 exact the}'),
  ('leather bag', '{1 1 exact leather,2 1 form bags,2 1 prefix bag}')) v(query, found);

SELECT * FROM finish();
ROLLBACK;
