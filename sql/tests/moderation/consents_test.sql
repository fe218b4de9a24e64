-- Consents: who consented to which text, from when until when; nobody owes one, and whoever gave
-- one may withdraw it.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
CREATE ROLE other_app LOGIN;
GRANT reeve_app TO shop_app, other_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
CREATE FUNCTION pg_temp.day(n int) RETURNS text LANGUAGE sql AS $$
  SELECT to_char((clock_timestamp() AT TIME ZONE 'UTC')::date + n, 'YYYY-MM-DD')
$$;
CREATE FUNCTION pg_temp.whole(more jsonb DEFAULT '{"consent": true}', erase text DEFAULT 'keep')
RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || jsonb_build_object('approvals', '{}'::jsonb, 'terms',
    jsonb_build_object(
    'news', jsonb_build_object('title', 'Newsletter', 'of', 'person', 'erase', erase,
      'versions', jsonb_build_object(
        '1', jsonb_build_object('effective', pg_temp.day(-100), 'texts',
          '{"en": {"title": "News", "text": "We write monthly."}}'::jsonb),
        '2', jsonb_build_object('effective', pg_temp.day(-10), 'texts',
          '{"en": {"title": "News", "text": "We write weekly."},
            "it": {"title": "Notizie", "text": "Scriviamo ogni settimana."}}'::jsonb))) || more,
    'use', jsonb_build_object('title', 'Terms of use', 'of', 'person',
      'versions', jsonb_build_object('1', jsonb_build_object('effective', pg_temp.day(-100),
        'texts', '{"en": {"title": "Terms", "text": "Be good."}}'::jsonb)))))
$$;
CREATE FUNCTION pg_temp.found(m jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(concat_ws(' ', path, code), '; ' ORDER BY path, code), 'nothing')
  FROM reeve.catalog_check(m)
$$;

-- What a catalog says.
SELECT is(pg_temp.found(pg_temp.whole()), 'nothing', 'a consent that fits');
SELECT is(pg_temp.found(pg_temp.whole('{"consent": true, "limit": {"name": "x", "after": "1d"}}')),
  '/terms/news/limit consent; /terms/news/limit missing; /terms/news/limit/name missing',
  'nobody is limited for not giving one');
SELECT is(pg_temp.found(jsonb_set(pg_temp.whole(), '{policies,fraud,terms}', '"news"')),
  '/policies/fraud/terms consent', 'and no policy is a clause of one');
SELECT count(*) FROM reeve.catalog_apply(pg_temp.whole()) \g /dev/null
SELECT is(pg_temp.found(pg_temp.whole('{}')), '/terms/news/consent published',
  'a consent does not become terms that everybody owes');
SELECT is(pg_temp.found(jsonb_set(pg_temp.whole(), '{terms,use,consent}', 'true')),
  '/terms/use/consent published', 'nor terms a consent');

-- Given and withdrawn, by the app.
SELECT reeve.app_keys(collection_id, NULL, 1) AS item FROM reeve.collection
WHERE app = 'shop' AND name = 'item' \gset
SET SESSION AUTHORIZATION shop_app;
SELECT results_eq($$SELECT DISTINCT kind FROM reeve.term_due('shop', 'person:2')$$,
  $$VALUES ('use')$$, 'nobody owes it');
SELECT is_empty($$SELECT FROM reeve.consent_of('shop', 'person:2')$$, 'nobody has given it');
SELECT is(reeve.consent_withdraw('shop', 'person:2', 'news'), NULL, 'and none is withdrawn');
SELECT reeve.consent_give('shop', 'person:2', 'news', '2', 'it') AS given \gset
SELECT is(reeve.consent_give('shop', 'person:2', 'news', '2', 'en'), :'given'::timestamptz,
  'given twice, it is the first time');
SELECT results_eq($$SELECT kind, version, language, withdrawn_at IS NULL, is_in_force
    FROM reeve.consent_of('shop', 'person:2')$$,
  $$VALUES ('news', '2', 'it', TRUE, TRUE)$$, 'with the text that they read');
SELECT throws_ok(format('SELECT reeve.consent_give(%s)', a), c, NULL, a)
FROM (VALUES
  ($$'shop', 'person:2', 'news', '1', 'en'$$, 'RV001'),
  ($$'shop', 'person:2', 'news', '9', 'en'$$, 'RV001'),
  ($$'shop', 'person:2', 'news', '2', 'fr'$$, 'RV001'),
  ($$'shop', 'person:2', 'use', '1', 'en'$$, 'RV001'),
  ($$'shop', 'person:2', NULL, NULL, NULL$$, 'RV001'),
  (format($$'shop', 'item:%s', 'news', '2', 'en'$$, :'item'), 'RV001'),
  ($$'shop', 'person:99', 'news', '2', 'en'$$, 'RV004'),
  ($$'shop', 'nobody:1', 'news', '2', 'en'$$, 'RV003'),
  ($$'other', 'person:2', 'news', '2', 'en'$$, 'RV002')) v(a, c);
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:2', 'news', '2', 'en')$$, 'RV001', NULL,
  'a consent is not accepted as terms are');
SELECT throws_ok($$SELECT reeve.consent_withdraw('shop', 'person:2', 'use')$$, 'RV001', NULL,
  'and terms are not withdrawn');
SET SESSION AUTHORIZATION other_app;
SELECT throws_ok($$SELECT reeve.consent_give('shop', 'person:3', 'news', '2', 'en')$$, 'RV002',
  NULL, 'another app gives none');
SELECT throws_ok($$SELECT reeve.consent_withdraw('shop', 'person:2', 'news')$$, 'RV002', NULL,
  'nor withdraws one');
SELECT throws_ok($$SELECT reeve.consent_of('shop', 'person:2')$$, 'RV002', NULL, 'nor reads one');
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$SELECT reeve.consent_give('shop', 'person:3', 'news', '2', 'en')$$, '42501',
  NULL, 'the team gives none in anybody''s name');
SET SESSION AUTHORIZATION shop_app;
SELECT ok(reeve.consent_withdraw('shop', 'person:2', 'news') >= :'given', 'it is withdrawn');
SELECT is(reeve.consent_withdraw('shop', 'person:2', 'news'), NULL, 'once');
SELECT ok(reeve.consent_give('shop', 'person:2', 'news', '2', 'en') > :'given', 'and given again');
SELECT results_eq($$SELECT language, withdrawn_at IS NULL
    FROM reeve.consent_of('shop', 'person:2')$$,
  $$VALUES ('en', TRUE), ('it', FALSE)$$, 'both times are kept');
RESET SESSION AUTHORIZATION;

-- What the catalog no longer asks for.
SELECT count(*) FROM reeve.catalog_apply(pg_temp.whole() #- '{terms,news}') \g /dev/null
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT reeve.consent_give('shop', 'person:3', 'news', '2', 'en')$$, 'RV001',
  NULL, 'is no longer given');
SELECT isnt(reeve.consent_withdraw('shop', 'person:2', 'news'), NULL, 'but withdrawn');
RESET SESSION AUTHORIZATION;
SELECT count(*) FROM reeve.catalog_apply(pg_temp.whole()) \g /dev/null

-- The team reads it, and reminds nobody.
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT kind, title, version, locale, filed_by, withdrawn_by
    FROM reeve.consent_list('shop', 'person', '2', 9)$$,
  $$VALUES ('news', 'News', '2', 'en', 'shop_app', 'shop_app'),
    ('news', 'Notizie', '2', 'it', 'shop_app', 'shop_app')$$,
  'the team sees who said so, newest first');
SELECT results_eq($$SELECT kind, is_consent FROM reeve.term_list('shop') GROUP BY 1, 2 ORDER BY 1$$,
  $$VALUES ('news', TRUE), ('use', FALSE)$$, 'and which of the terms are consents');
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT reeve.term_remind('shop', 'news', NULL)$$, 'RV003', NULL,
  'nobody is reminded of a consent');
SELECT is((SELECT terms FROM reeve.term_count('shop', NULL)), 'use',
  'nor is it counted who has not given one');
RESET SESSION AUTHORIZATION;

-- In what is exported of a person, and after an erasure.
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.term_accept('shop', 'person:2', 'use', '1', 'en') \g /dev/null
SELECT reeve.consent_give('shop', 'person:3', 'news', '2', 'en') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(concat_ws(' ', p, (r.line::jsonb) ->> 'terms',
      (r.line::jsonb) ->> 'version', (r.line::jsonb) ->> 'language'), ', ' ORDER BY p, r.place)
    FROM unnest('{acceptance,consent}'::text[]) p
    CROSS JOIN LATERAL reeve.right_record((SELECT c FROM reeve.collection c
      WHERE c.app = 'shop' AND c.name = 'person'), '2', p, 0, NULL) r),
  'acceptance use 1 en, consent news 2 it, consent news 2 en', 'a person gets all of theirs');
SELECT is((SELECT count(*) FROM unnest(reeve.right_parts()) p
  WHERE p IN ('acceptance', 'consent')), 2::bigint, 'as parts of an export');
SELECT set_config('test.kept', count(*)::text, FALSE) FROM reeve.consent \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS erased FROM reeve.action_perform('erase', 'shop', 'person', '2',
  '{"why": "asked for it"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'erased'::text, 'done', 'somebody is erased');
SELECT is((SELECT count(*) FROM reeve.consent WHERE key = '2'), 2::bigint,
  'and what they consented to is kept, where the catalog keeps it');
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT reeve.consent_give('shop', 'person:2', 'news', '2', 'en')$$, 'RV004',
  NULL, 'who is erased consents to nothing');
RESET SESSION AUTHORIZATION;
SELECT count(*) FROM reeve.catalog_apply(pg_temp.whole(erase => 'delete')) \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS erased FROM reeve.action_perform('erase', 'shop', 'person', '3',
  '{"why": "asked for it"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'erased'::text, 'done', 'another is erased');
SELECT is((SELECT count(*) FROM reeve.consent WHERE key = '3'), 0::bigint,
  'and nothing is left, where the catalog deletes it');
SELECT * FROM finish();
ROLLBACK;
