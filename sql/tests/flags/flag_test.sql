-- Flags report and never act; identifiers tell accounts of one person without saying which they
-- are.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.change;
-- Those of other apps of this database would find their own.
UPDATE reeve.flag SET is_live = FALSE;
DELETE FROM reeve.identifier_scan;
CREATE FUNCTION pg_temp.findings(patch jsonb) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.path || ' ' || f.code ORDER BY f.path, f.code)
  FROM reeve.catalog_check(pg_temp.manifest() || patch) f
$$;
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop"."Person" ADD "Since" timestamptz NOT NULL DEFAULT now() - interval '9 days';
ALTER TABLE "Odd Shop"."Person" ADD "Pho nes" text[];
ALTER TABLE "Odd Shop".item ADD at timestamptz NOT NULL DEFAULT now() - interval '9 days';
ALTER TABLE "Odd Shop".item ADD "Pri.ce" numeric(9, 2), ADD kind text;
RESET ROLE;

-- What a catalog may say.
SELECT is(pg_temp.findings(jsonb_build_object('flags', jsonb_build_object('f',
    '{"collection": "item", "policy": "spam"}'::jsonb || f::jsonb))), w::text[], f) FROM (VALUES
  ('{"words": {"in": ["t.title"], "list": ["replica"]}}', NULL),
  ('{"words": {"in": ["t.titel", "nope("], "list": ["--"]}}',
    '{/flags/f/words/in/0 expression,/flags/f/words/in/1 expression,/flags/f/words/list/0 type}'),
  ('{}', '{/flags/f flag}'),
  ('{"words": {"in": ["t.title"], "list": ["x"]}, "banned": ["email"]}', '{/flags/f flag}'),
  ('{"banned": ["email"]}', '{/flags/f/banned/0 missing}'),
  ('{"collection": "thing", "banned": ["email"]}', '{/flags/f/collection missing}'),
  ('{"policy": "nope", "propose": {"verb": "ban"}, "words": {"in": ["t.title"], "list": ["x"]}}',
    '{/flags/f/policy missing,/flags/f/propose/verb missing}'),
  ('{"price": {"value": "t.\"Pri.ce\"", "group": "t.kind", "below": "0.2", "least": 3}}', NULL),
  ('{"price": {"value": "now()", "group": "t.knd", "below": "20", "least": 3}}',
    '{/flags/f/price/below type,/flags/f/price/group expression,/flags/f/price/value expression}'),
  ('{"flood": {"by": "stall.owner", "at": "t.at", "born": "t.\"Since\"", "younger": "1d",
    "more_than": 3, "within": "1h"}}', NULL),
  ('{"flood": {"by": "stall.boss", "at": "t.at", "born": "t.\"Since\"", "younger": "1d",
    "more_than": 3, "within": "1h"}}', '{/flags/f/flood/by missing}'),
  ('{"flood": {"by": "stall.owner", "at": "t.nr", "born": "t.at", "younger": "1d",
    "more_than": 3, "within": "1h"}}',
    '{/flags/f/flood/at expression,/flags/f/flood/born expression}')) v(f, w);
SELECT is(pg_temp.findings(jsonb_set(pg_temp.manifest(), '{collections,person,identifiers}',
    '{"email": "t.mail", "phone": "t.\"Pho nes\""}')),
  '{"/collections/person/identifiers/email expression"}', 'identifiers are expressions');

ALTER FUNCTION pg_temp.manifest() RENAME TO plain;
CREATE FUNCTION pg_temp.manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.plain(), '{actions}', pg_temp.plain() -> 'actions'
      || '[{"verb": "suspend", "collection": "person", "effects_of": "ban"}]'),
    '{collections,person,identifiers}', '{"email": "t.email", "phone": "t.\"Pho nes\""}')
  || '{"flags": {
    "fakes": {"collection": "item", "policy": "spam", "severity": "critical",
      "words": {"in": ["t.title"], "list": ["replica", "first copy", "gun"],
        "except": ["replicate"]}},
    "bait": {"collection": "item", "policy": "fraud",
      "price": {"value": "t.\"Pri.ce\"", "group": "t.kind", "below": "0.2", "least": 3}},
    "flood": {"collection": "item", "policy": "spam", "most": 2,
      "flood": {"by": "stall.owner", "at": "t.at", "born": "t.\"Since\"", "younger": "1d",
        "more_than": 3, "within": "1h"}},
    "again": {"collection": "person", "policy": "fraud", "propose": {"verb": "suspend",
      "for": "7d"}, "banned": ["email", "phone"]}}}'
$$;
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.manifest()) a
  WHERE a.object LIKE 'flags %') = 4, 'flags are part of the difference');
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag') AS job \gset

-- Words, written in all ways.
SELECT is(reeve.flag_words(t), w::text[], t) FROM (VALUES
  ('Réplica REPLICA ｒｅｐｌｉｃａ', '{replica,replica,replica}'),
  ('r3plic@! r.e-p l_i/c*a (rерlіса)', '{replica,replica,replica}'),
  (U&'re\200Bpli\00ADca repliiiica', '{replica,replica}'),
  ('2000 100$ 7', '{2000,100,7}'), (NULL, '{}'), ('--', '{}')) v(t, w);
SELECT results_eq($$SELECT m.key, m.found FROM reeve.flag f
    CROSS JOIN LATERAL reeve.flag_match(f.flag_id, ARRAY['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      ARRAY['the repilca', 'we replicate', 'a first copy', 'copy first', 'gum', 'Gun', 'repla',
        'replicas of first c0py']) m WHERE f.name = 'fakes' ORDER BY 1$$,
  $$VALUES ('a', '{"“repilca” (near “replica”)"}'::text[]), ('c', '{“first copy”}'),
    ('f', '{“gun”}'), ('h', '{"“first copy”","“replicas” (near “replica”)"}')$$,
  'near are one edit of a long word, phrases in order, no word that is excepted');

-- What is there, then what changes.
CREATE FUNCTION pg_temp.scan(job bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WHILE reeve.flag_scan(job, 1, 700) > 0 LOOP NULL; END LOOP;
END $$;
-- As the log gives them: the transaction that wrote is not over in a test.
CREATE FUNCTION pg_temp.run(job bigint, collection text) RETURNS int LANGUAGE sql AS $$
  SELECT reeve.flag_run(job, 1, array_agg(w.collection_id), array_agg(w.key))
  FROM (
    SELECT DISTINCT c.collection_id, u.key FROM reeve.change c
    CROSS JOIN LATERAL unnest(coalesce(c.keys, ARRAY[c.key])) u(key)
    JOIN reeve.collection l USING (collection_id) WHERE l.name = $2) w
$$;
CREATE FUNCTION pg_temp.said() RETURNS SETOF text LANGUAGE sql AS $$
  SELECT format('%s:%s %s', c.name, p.key, p.words)
  FROM reeve.report p JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'shop' ORDER BY p.report_id
$$;
UPDATE "Odd Shop".item SET title = 'A replica' WHERE stall_code = 'a-1' AND nr = 1;
UPDATE "Odd Shop".item SET kind = 'bag', "Pri.ce" = CASE WHEN nr = 4 THEN 9 ELSE 100 END
WHERE stall_code = 'c';
DELETE FROM reeve.change;
SELECT lives_ok(format('SELECT pg_temp.scan(%s)', :job));
SELECT set_eq('SELECT pg_temp.said()', ARRAY['item:["a-1", 1] fakes: “replica”',
  'item:["c", 4] bait: 9 is 9.0 % of 100, the median of 4 in “bag”; limit 20 %'],
  'what was there before a flag is looked through once');
SELECT lives_ok(format('SELECT pg_temp.scan(%s)', :job));
SELECT is((SELECT count(*)::int FROM pg_temp.said()), 2, 'once');
SELECT is((SELECT count(*)::int FROM reeve.action), 0, 'and nothing is done');
UPDATE "Odd Shop".item SET title = 'No Replika' WHERE stall_code = 'a-1' AND nr = 1;
SELECT is(pg_temp.run(:job, 'item'), 0, 'while a report is open it is not repeated');
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT key, policy_name, severity FROM reeve.case_queue('shop')
  ORDER BY 1$$, $$VALUES ('["a-1", 1]', 'spam', 'critical'), ('["c", 4]', 'fraud', 'medium')$$,
  'a flag may say how severe it is');
SELECT is((SELECT outcome FROM reeve.case_perform('close', q.case_id,
  '{"outcome": "dismissed", "why": "x"}')), 'done') FROM reeve.case_queue('shop') q
WHERE q.policy_name = 'spam';
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".item SET title = 'No Replika!' WHERE stall_code = 'a-1' AND nr = 1;
SELECT is(pg_temp.run(:job, 'item'), 0, 'nor what was dismissed');
UPDATE "Odd Shop".item SET title = 'A gun' WHERE stall_code = 'a-1' AND nr = 1;
SELECT is(pg_temp.run(:job, 'item'), 1, 'unless something else is found');
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT name, hits, judged, upheld, withheld FROM reeve.flag_list('shop')
  ORDER BY 1$$, $$VALUES ('again', 0::bigint, 0, 0, 0::bigint), ('bait', 1, 0, 0, 0),
  ('fakes', 2, 1, 0, 0), ('flood', 0, 0, 0, 0)$$, 'what each found, and how right it was');
SELECT throws_ok($$SELECT * FROM reeve.flag_test('shop', 'fakes', 9)$$, 'RV002', NULL,
  'a viewer tries none');
RESET SESSION AUTHORIZATION;

-- A flood, by whom the rows belong to.
DELETE FROM reeve.change;
INSERT INTO "Odd Shop".item(stall_code, nr, title, at)
SELECT 'b"2', 10 + n, 'x', now() - n * interval '10 minutes' FROM generate_series(1, 5) n;
SELECT is(pg_temp.run(:job, 'item'), 0, 'who is here for long may list');
UPDATE "Odd Shop"."Person" SET "Since" = now() - interval '3 hours' WHERE id = 1;
SELECT is(pg_temp.run(:job, 'item'), 1, 'who is new may not list so much');
SELECT is((SELECT s FROM pg_temp.said() s WHERE s LIKE '%flood%'),
  'person:1 flood: 5 × item in 40 min by a person 3 h old; limit 3 in 1h');
SELECT is(pg_temp.run(:job, 'item'), 0, 'once');
INSERT INTO "Odd Shop".item(stall_code, nr, title, at)
SELECT 'b"2', 20 + n, 'x', now() - n * interval '1 second' FROM generate_series(1, 4) n;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.case_perform('close', q.case_id,
  '{"outcome": "upheld", "why": "x"}')), 'done') FROM reeve.case_queue('shop') q WHERE q.key = '1';
SELECT set_eq($$SELECT words FROM reeve.flag_test('shop', 'flood', 9)$$,
  ARRAY['4 × item in 3 s by a person 3 h old; limit 3 in 1h'], 'one can be tried');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.run(:job, 'item'), 1, 'rows that were reported are not counted again');
UPDATE "Odd Shop".item SET title = 'replica ' || nr WHERE stall_code = 'b"2' AND nr > 10;
SELECT is((SELECT sum(h) FROM (SELECT reeve.flag_raise(f, ARRAY(
    SELECT format('["b\"2", %s]', n) FROM generate_series(11, 15) n), now()) h
  FROM reeve.flag f WHERE f.name = 'fakes') h), 5::bigint);
DELETE FROM reeve.change;
UPDATE reeve.flag SET most = 1 WHERE name = 'bait';
UPDATE "Odd Shop".item SET kind = 'bag', "Pri.ce" = 1 WHERE stall_code = 'b"2' AND nr IN (1, 2);
SELECT is(pg_temp.run(:job, 'item'), 0, 'a day has its most');
SELECT is((SELECT withheld FROM reeve.flag_state s JOIN reeve.flag f USING (flag_id)
  WHERE f.name = 'bait'), 2::bigint, 'what is more is counted');

-- Identifiers.
SELECT collection_id AS person FROM reeve.collection WHERE app = 'shop' AND name = 'person' \gset
CREATE FUNCTION pg_temp.digest(keys text[], kinds text[], texts text[]) RETURNS void LANGUAGE sql
AS $$
  SELECT reeve.identifier_write((SELECT max(job_id) FROM reeve.job_run), 1, 'k1',
    array_fill((SELECT collection_id FROM reeve.collection WHERE app = 'shop'
      AND name = 'person'), ARRAY[cardinality(keys)]), keys, kinds,
    ARRAY(SELECT CASE WHEN t = '' THEN '' ELSE encode(sha256(t::bytea), 'hex') END
      FROM unnest(texts) t))
$$;
UPDATE "Odd Shop"."Person" SET "Pho nes" = '{+39 1,NULL,"",+39 2}' WHERE id = 2;
SET SESSION AUTHORIZATION reeve_worker;
SELECT set_eq(format($$SELECT key, kind, value FROM reeve.identifier_read(%s, 1, 'k1', 3)$$, :job),
  $$VALUES ('1', 'email', 'olga@example.org'), ('2', 'email', 'bert@example.org'),
    ('2', 'phone', '+39 1'), ('2', 'phone', '+39 2'), ('3', NULL, NULL)$$,
  'a worker with a key reads what identifies persons');
SELECT is((SELECT count(*)::int FROM reeve.identifier_read(:job, 2, 'k1', 3)), 0,
  'none on a stale lease');
SELECT is((SELECT count(*)::int FROM reeve.identifier_read(:job, 1, 'k1', 3)), 1, 'the rest');
SELECT is((SELECT count(*)::int FROM reeve.identifier_read(:job, 1, 'k1', 3)), 0, 'once');
SELECT throws_ok(format($$SELECT * FROM reeve.flag_read(%s, 1, NULL, 3)$$, :job), 'RV002',
  'this worker has no link key, but identifiers here use the key k1', 'and one without must not');
SELECT throws_ok('SELECT * FROM reeve.identifier', '42501', NULL, 'nor reads a table');
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT * FROM reeve.identifier_read(1, 1, 'k1', 3)$$, '42501', NULL,
  'people read none of it');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.digest('{1,2,2,3,4}', '{email,email,phone,phone,phone}', '{a,b,p,p,q}');
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$SELECT * FROM reeve.link_list('shop', 'person', '2', 9)$$, 'RV002', NULL,
  'links are for moderators');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.link_list('shop', 'item', '["c", 1]', 9)$$, 'RV003', NULL);
SELECT results_eq($$SELECT other, label, shared, confidence, verdict, barred_by
    FROM reeve.link_list('shop', 'person', '02', 9)$$,
  $$VALUES ('3', 'Carl Client', 'phone (2 accounts)', 0.9::float8, 'almost surely',
    NULL::bigint)$$, 'who shares what, not what it is');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.digest('{2,2,1,4}', '{email,phone,phone,phone}', '{b,x,p,p}');
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT other, shared, confidence FROM reeve.link_list('shop', 'person', '3', 9)
  ORDER BY 1$$, $$VALUES ('1', 'phone (4 accounts)', 0.3::float8),
    ('2', 'former phone (4 accounts)', 0.15), ('4', 'phone (4 accounts)', 0.3)$$,
  'what many share, or one had once, says less');

-- The same person under another account.
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "fraud", "for": "1d"}', NULL)), 'done');
RESET SESSION AUTHORIZATION;
SELECT set_eq(format('SELECT unnest(keys) FROM reeve.change WHERE collection_id = %s AND key IS '
  'NULL', :person),
  '{1,2,4}'::text[], 'a ban has linked accounts looked at');
SELECT is(pg_temp.run(:job, 'person'), 2, 'those that are like it now');
SELECT matches((SELECT s FROM pg_temp.said() s WHERE s LIKE 'person:4 %'),
  '^person:4 again: same phone as person:3, banned by A\d+; suspend for 7d is proposed$');
SELECT is((SELECT count(*)::int FROM reeve.action WHERE verb = 'suspend'), 0, 'it only proposes');
SET SESSION AUTHORIZATION shop_ann;
SELECT ok((SELECT barred_by > 0 AND barred_until > now() FROM reeve.link_list('shop', 'person', '4',
  9) l WHERE l.other = '3'), 'links tell who is barred');
RESET SESSION AUTHORIZATION;
SELECT is(reeve.identifier_forget(:person, '3'), 0, 'while it is barred, erasure leaves them');
SELECT is(reeve.identifier_forget(:person, '4'), 2, 'else they go');
SELECT is((SELECT array_agg(DISTINCT key || is_current) FROM reeve.identifier),
  '{1false,1true,2false,2true,3false}');

-- Another key.
SET SESSION AUTHORIZATION reeve_worker;
SELECT lives_ok(format('SELECT reeve.flag_read(%s, 1, ''k2'', 3)', :job));
SELECT throws_ok(format($$SELECT * FROM reeve.flag_read(%s, 1, 'k1', 3)$$, :job), 'RV002', NULL,
  'a key that was replaced is no longer taken');
SELECT is((SELECT count(*)::int FROM reeve.identifier_read(:job, 1, 'k2', 9)), 6,
  'all is read again');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.identifier), 0);
SELECT pg_temp.digest('{1}', '{email}', '{a}');
SELECT is((SELECT count(*)::int FROM reeve.identifier), 0, 'what an old key made is not written');

-- Declared no more.
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.plain())) > 0);
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT count(*)::int FROM reeve.flag_list('shop')), 0, 'what is not declared is over');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.identifier_scan s JOIN reeve.collection c
  USING (collection_id) WHERE c.app = 'shop'), 0);
SELECT * FROM finish();
ROLLBACK;
