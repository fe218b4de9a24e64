-- What an export of a person has, for whom, and what is left out of it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
\ir ../fixtures/shop_talks.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
CREATE ROLE other_app LOGIN;
GRANT reeve_app TO shop_app, other_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
ALTER TABLE reeve.case ALTER COLUMN case_id RESTART;

-- Somebody's own table, which only their erasure knows, and one with a secret and another's name.
SELECT pg_temp.alter_shop($$
  CREATE TABLE "Odd Shop".device(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person_id bigint NOT NULL REFERENCES "Odd Shop"."Person",
    given_by bigint REFERENCES "Odd Shop"."Person",
    model text, push_token text, raw bytea);
  INSERT INTO "Odd Shop".device(person_id, given_by, model, push_token, raw)
  VALUES (1, 2, 'olga''s phone', 'sesame', '\x01'), (2, NULL, 'bert''s phone', 'open', '\x02');
  ALTER TABLE "Odd Shop".deal ADD COLUMN note text;
  UPDATE "Odd Shop".deal SET note = 'note of deal ' || id;
$$) \g /dev/null
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(jsonb_set(jsonb_set(jsonb_set(
  pg_temp.manifest(), '{collections,person,erase,tables}',
  '[{"table": "device", "of": ["person_id"], "delete": true}]'),
  '{collections,deal,show}', '["id", "state", "buyer_id", "note"]'),
  '{collections,deal,personal}', '["note"]'),
  '{collections,deal,erase}', '{"set": {"note": null}}')) \gset

CREATE TEMPORARY TABLE asked(ticket bigint);
GRANT ALL ON asked TO PUBLIC;
CREATE FUNCTION pg_temp.reeve_ask(collection text, key text, why text DEFAULT 'their request')
RETURNS text LANGUAGE sql AS $$
  WITH a AS (
    SELECT * FROM reeve.reveal_ask('export', 'shop', collection, key,
      jsonb_strip_nulls(jsonb_build_object('why', why)))),
  kept AS (INSERT INTO asked SELECT (detail ->> 'ticket')::bigint FROM a)
  SELECT concat_ws(' ', outcome, code, nullif(message, '')) FROM a
$$;
CREATE FUNCTION pg_temp.reeve_ticket() RETURNS bigint LANGUAGE sql
  AS 'SELECT max(ticket) FROM asked';
-- Has it look as if what asked, and what took, was committed before.
CREATE FUNCTION pg_temp.reeve_commit() RETURNS void LANGUAGE sql SECURITY DEFINER AS
  $$UPDATE reeve.reveal SET transaction = '3',
    taken = CASE WHEN taken IS NOT NULL THEN '4'::xid8 END$$;
CREATE FUNCTION pg_temp.reeve_rows() RETURNS SETOF text LANGUAGE sql AS
  $$SELECT concat_ws(' ', part, key, line) FROM reeve.export_rows(pg_temp.reeve_ticket())$$;
CREATE TEMPORARY TABLE got(of int, line text);
GRANT ALL ON got TO PUBLIC;

-- Something that the record has: a measure, a note for the team, a report by and about Olga.
SELECT reeve.report_file('shop', 'person', '1', words => 'olga cheats', policy => 'fraud',
  reporter => 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'stall', 'c', words => 'carl sells fakes', policy => 'fraud',
  reporter => 'person:1') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT (SELECT outcome FROM reeve.action_perform('warn', 'shop', 'person', '1',
  '{"policy": "spam", "public": "too many ads", "why": "inner reason"}', NULL)),
  (SELECT outcome FROM reeve.action_perform('note', 'shop', 'person', '1',
    '{"why": "inner note"}', NULL)),
  (SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]',
    '{"policy": "spam", "why": "inner reason 2"}', NULL)) \g /dev/null
RESET SESSION AUTHORIZATION;
UPDATE reeve.outbox SET state = 'sent', sent_at = clock_timestamp() WHERE state = 'queued';

-- Who may.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_ask('person', '1'),
  'refused rank revealing needs the rank moderator and a login of your own', 'no viewer exports');
SELECT throws_ok('SELECT * FROM reeve.export_rows(1)', 'RV002', NULL, 'or reads without a ticket');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok('SELECT * FROM reeve.export_rows(1)', '42501', NULL, 'nor does the app''s login');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('person', '1', NULL), 'refused argument say why', 'a reason is needed');
SELECT is(pg_temp.reeve_ask('person', '99'), 'refused notfound there is no person:99',
  'of nobody nothing');
SELECT is(pg_temp.reeve_ask('stall', 'a-1'),
  'refused argument stall is no collection of people: the catalog gives it no recipient',
  'only people have rights');
SELECT is(pg_temp.reeve_ask('person', '1'), 'done', 'a moderator with a reason gets a ticket');
SELECT throws_ok('SELECT reeve.export_take(pg_temp.reeve_ticket())', 'RV002', NULL,
  'which is no good in the transaction that asked');
SELECT throws_ok('SELECT * FROM reeve.export_rows(pg_temp.reeve_ticket())', 'RV002', NULL,
  'nor is anything to read before it was taken');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT throws_ok('SELECT * FROM reeve.reveal_fields(pg_temp.reeve_ticket())', 'RV002', NULL,
  'nor is it good for anything else');
SELECT is((reeve.export_take(pg_temp.reeve_ticket())).outcome, 'done', 'it is taken');
SELECT throws_ok('SELECT reeve.export_take(pg_temp.reeve_ticket())', 'RV002', NULL, 'once');
SELECT throws_ok('SELECT * FROM reeve.export_rows(pg_temp.reeve_ticket())', 'RV002', NULL,
  'and read in a later transaction');
SELECT throws_ok('SELECT * FROM reeve.export_done(pg_temp.reeve_ticket())', 'RV002', NULL,
  'and done in a later one');
SELECT pg_temp.reeve_commit() \g /dev/null
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_bob;
SELECT throws_ok('SELECT * FROM reeve.export_rows(pg_temp.reeve_ticket())', 'RV002', NULL,
  'by nobody else');
RESET SESSION AUTHORIZATION;

-- What.
SET SESSION AUTHORIZATION shop_ann;
INSERT INTO got SELECT 1, pg_temp.reeve_rows();
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(part || ' ' || n, ', ' ORDER BY part) FROM (
    SELECT split_part(line, ' ', 1) AS part, count(*) AS n FROM got GROUP BY 1) p),
  'deal 1, decision 2, item 8, line 15, notice 1, person 1, person/device 1, report 1, stall 2, '
  'talk 2',
  'what is theirs: rows that name them, and what belongs to these');
SELECT ok((SELECT bool_or(line ~ 'olga@example.org') AND bool_or(line ~ 'Olga Owner')
  AND bool_or(line ~ 'olga''s phone') FROM got), 'their own personal fields are in it');
SELECT is_empty($$SELECT line FROM got WHERE line ~*
  'bert|carl|evil|cheats|shop_ann|inner|sesame|\\x01|hidden_by'
  AND line !~ 'carl sells fakes'$$, 'nobody else, no secret, no inner word, no report about them');
SELECT ok((SELECT bool_or(line ~ '"given_by":"\(somebody else\)"') FROM got),
  'another person''s key becomes a mark');
SELECT is((SELECT line FROM got WHERE line LIKE 'deal %'),
  'deal 4 {"id":4,"state":"open","buyer_id":1,"note":"note of deal 4"}',
  'a deal that they made, not those that others made at their stalls');
SELECT ok((SELECT bool_and(line ~ 'too many ads' AND line ~ '"by":"terms"'
    AND line ~ '"clause":"No spam\."' AND line ~ '"found_by":"our own initiative"'
    AND line ~ '"decided_automatically":false' AND line ~ 'appeal') FROM got
  WHERE line LIKE 'decision % {"decision":%warn%' OR line LIKE 'decision {%warn%'),
  'a decision says what, why, by which clause, found how, and what may be done');
SELECT ok((SELECT bool_or(line ~ 'Spam: too many ads') FROM got WHERE line LIKE 'notice%'),
  'a notice is as they got it');
SELECT results_eq($$SELECT count(*)::int FROM got WHERE line ~ 'other 1|line'
  AND line LIKE 'line %'$$, $$SELECT count(*)::int FROM "Odd Shop"."Line $1" WHERE wrote = 1$$,
  'they wrote these messages');

-- On record, and rate-limited.
SELECT results_eq($$SELECT kind, key, outcome, detail ->> 'digest' IS NOT NULL FROM reeve.command
  WHERE kind = 'reveal.export' AND outcome = 'done'$$,
  $$VALUES ('reveal.export', '1', 'done', TRUE)$$, 'the request is on record');
SELECT is_empty($$SELECT problem FROM reeve.audit_fault_people(0, '-infinity')
  WHERE problem LIKE '%reveal%'$$, 'and the record is sound');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('person', '2'), 'done', 'export ' || n)
FROM generate_series(2, 10) n;
SELECT is(pg_temp.reeve_ask('person', '2'),
  'refused quota shop_ann has exported 10 people within the hour, the most allowed',
  'ten an hour');
RESET SESSION AUTHORIZATION;

-- A hold on somebody else keeps what it protects out; one on what is theirs does not.
SET SESSION AUTHORIZATION shop_sam;
SELECT (SELECT outcome FROM reeve.action_perform('hold', 'shop', 'person', '3',
  '{"why": "court"}', NULL)), (SELECT outcome FROM reeve.action_perform('hold', 'shop', 'line',
  '[1, "en"]', '{"why": "court"}', NULL)) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT c.name, h.keys FROM reeve.collection p,
    reeve.right_held(p, '2') h JOIN reeve.collection c USING (collection_id)
  WHERE p.app = 'shop' AND p.name = 'person' ORDER BY 1$$,
  $$VALUES ('deal', '{2,4,5}'::text[]),
    ('item', ARRAY['["c", 1]', '["c", 2]', '["c", 3]', '["c", 4]']),
    ('person', '{3}'), ('stall', '{c}')$$,
  'deal 5 of Bert is at the stall of Carl, who is under a hold; a message of his own is his');
CREATE FUNCTION pg_temp.deals(key text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  got text;
BEGIN
  EXECUTE reeve.reader_call('shop', 'key text, line text, sealed text', ARRAY['keys', 'words'])
    || ' LIMIT 0' USING 'SELECT NULL::text, NULL::text, NULL::text', NULL::text[], key;
  RETURN (SELECT string_agg(x.key, ' ' ORDER BY x.key) FROM reeve.collection p
    CROSS JOIN LATERAL reeve.right_sources(p, ARRAY(
      SELECT h.collection_id FROM reeve.right_held(p, deals.key) h), FALSE) s
    CROSS JOIN LATERAL pg_temp.run(s.statement, ARRAY(
      SELECT unnest(h.keys) FROM reeve.right_held(p, deals.key) h
      WHERE h.collection_id = s.collection_id), deals.key) x
    WHERE p.app = 'shop' AND p.name = 'person' AND s.name = 'deal');
END
$$;
CREATE FUNCTION pg_temp.run(statement text, held text[], person text)
RETURNS TABLE(key text, line text, sealed text) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call('shop', 'key text, line text, sealed text',
    ARRAY['keys', 'words']) USING statement, held, person;
END
$$;
SELECT is(pg_temp.deals('2'), '1 3', 'so it is not in his export');

-- The app's own login, for the person themselves.
SET SESSION AUTHORIZATION other_app;
SELECT throws_ok($$SELECT * FROM reeve.data_download('shop', 'person:1')$$, 'RV002', NULL,
  'a login of another app gets nothing');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.data_download('shop', 'person:1')$$, '42501', NULL,
  'nor does a moderator this way');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok(format($$SELECT * FROM reeve.data_download('shop', %L)$$, v.person), v.code, NULL,
  'no person: ' || v.person)
FROM (VALUES ('stall:a-1', 'RV001'), ('person:99', 'RV004'), ('person:x', 'RV004'),
  ('nothing:1', 'RV003'), ('other/person:1', 'RV003'), ('', 'RV003')) v(person, code);
SELECT throws_ok(format($$SELECT * FROM reeve.data_download('shop', 'person:1', %L)$$, v.after),
  'RV001', NULL, 'a place that is none: ' || v.after)
FROM (VALUES (''), ('x'), ('[]'), ('[1]'), ('{"a": 1}'), ('[999, 1, null]'), ('"x"'),
  ('[1e99, 1, null]')) v(after);
RESET SESSION AUTHORIZATION;
CREATE FUNCTION pg_temp.reeve_pages(person text, most int) RETURNS SETOF text
LANGUAGE plpgsql AS $$
DECLARE
  after text;
  r record;
BEGIN
  FOR page IN 1 .. 200 LOOP
    FOR r IN SELECT * FROM reeve.data_download('shop', person, after, most) LOOP
      RETURN NEXT concat_ws(' ', r.part, r.key, r.data);
      after := r.cursor;
    END LOOP;
    EXIT WHEN after IS NULL;
  END LOOP;
END
$$;
SET SESSION AUTHORIZATION shop_app;
INSERT INTO got SELECT 2, reeve_pages FROM pg_temp.reeve_pages('person:1', 3);
INSERT INTO got SELECT 3, reeve_pages FROM pg_temp.reeve_pages('person:1', 2000);
INSERT INTO got SELECT 4, reeve_pages FROM pg_temp.reeve_pages('person:2', 1);
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT line FROM got WHERE of = 2', 'SELECT line FROM got WHERE of = 3',
  'pages of three rows are those of one page, in order');
SELECT set_eq($$SELECT line FROM got WHERE of = 2 AND line <> 'end'$$,
  $$SELECT line FROM got WHERE of = 1 AND line NOT LIKE 'deal 4 %'$$,
  'and the person gets what the export has, but what has been put under hold since');
SELECT is_empty($$SELECT line FROM got WHERE of = 4 AND line ~* 'olga|carl|evil|shop_|inner|sesame'
  AND line !~ 'olga cheats'$$, 'of Bert''s nothing is about others but his own words');
SELECT is((SELECT count(*)::int FROM got WHERE of = 4 AND line = 'end'), 1, 'it ends once');
SET SESSION AUTHORIZATION shop_app;
SELECT cursor AS place FROM reeve.data_download('shop', 'person:1', NULL, 1) \gset
SELECT throws_ok(format($$SELECT * FROM reeve.data_download('shop', 'person:2', %L)$$, :'place'),
  'RV001', NULL, 'a place in one person''s download is none in another''s');
SELECT pg_temp.reeve_pages('person:1', 2000) \g /dev/null
SELECT pg_temp.reeve_pages('person:1', 2000) \g /dev/null
SELECT throws_ok($$SELECT * FROM reeve.data_download('shop', 'person:1')$$, 'RV012',
  'person:1 was downloaded 5 times within a day, the most allowed', 'five a day');
SELECT lives_ok(format($$SELECT * FROM reeve.data_download('shop', 'person:1', %L)$$, :'place'),
  'but what has begun goes on');
RESET SESSION AUTHORIZATION;
UPDATE reeve.download SET begun_at = begun_at - interval '6 hours 1 second';
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok(format($$SELECT * FROM reeve.data_download('shop', 'person:1', %L)$$, :'place'),
  'RV001', NULL, 'for six hours');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind = 'data.download' AND key = '1'), 5,
  'each is on record');

-- Requests.
SET SESSION AUTHORIZATION other_app;
SELECT throws_ok($$SELECT reeve.request_file('shop', 'person:2', 'access')$$, 'RV002', NULL,
  'no login of another app files one');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT reeve.request_file('shop', 'person:2', 'money')$$, 'RV001', NULL,
  'nor for anything');
SELECT throws_ok($$SELECT reeve.request_file('shop', 'stall:c', 'access')$$, 'RV001', NULL,
  'nor for a thing');
SELECT reeve.request_file('shop', 'person:2', 'access', '  all of it, bert here ') AS access \gset
SELECT reeve.request_file('shop', 'person:2', 'erasure') AS erasure \gset
SELECT is(reeve.request_file('shop', 'person:2', 'access', 'again'), :access::bigint,
  'asked for twice, it is one case');
SELECT reeve.request_file('shop', 'person:1', 'access') AS other \gset
SELECT is(reeve.request_file('shop', 'person:1', 'access'), :other::bigint,
  'and each person has a case of their own');
SELECT reeve.report_file('shop', 'person', '2', words => 'rude',
  reporter => 'person:3') \g /dev/null
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_bob;
SELECT results_eq($$SELECT request, deadline = opened_at + interval '1 month', report_count
  FROM reeve.case_queue('shop', 'person') WHERE key = '2'$$,
  $$VALUES (NULL, NULL::boolean, 1), ('access', TRUE, 0), ('erasure', TRUE, 0)$$,
  'the queue has them by their deadlines, apart from reports');
SELECT results_eq(format('SELECT request, request_words FROM reeve.case_show(%s)', :access),
  $$VALUES ('access', 'all of it, bert here')$$, 'with their words');
RESET SESSION AUTHORIZATION;
UPDATE reeve.case SET due_at = due_at - interval '1 month', deadline = deadline - interval '1 month'
WHERE case_id = :access;
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT request FROM reeve.case_queue('shop', 'person', max_rows => 1)), 'access',
  'one that is due comes first');
SELECT is(pg_temp.reeve_ask('person', '2'), 'done', 'somebody exports for it');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT (reeve.export_take(pg_temp.reeve_ticket())).outcome \g /dev/null
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT is((SELECT detail FROM reeve.export_done(pg_temp.reeve_ticket())),
  jsonb_build_object('cases', jsonb_build_array(:access)), 'which closes it');
SELECT results_eq(format('SELECT state, closed_by, reason FROM reeve.case_show(%s)', :access),
  $$VALUES ('upheld', 'shop_bob', 'what they own was exported')$$, 'by whom, and why');
RESET SESSION AUTHORIZATION;

-- Erased.
DELETE FROM reeve.approval_rule;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.action_perform('erase', 'shop', 'person', '2', '{"why": "their wish"}',
  NULL) \gset erase_
RESET SESSION AUTHORIZATION;
SELECT is(:'erase_outcome'::text, 'refused',
  'a hold on somebody whose stall he dealt at forbids it');
DELETE FROM reeve.mark WHERE kind = 'hold';
\ir ../fixtures/worker.sql
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome, message FROM reeve.action_perform('erase', 'shop', 'person', '2',
  '{"why": "their wish"}', NULL) \gset erase_
RESET SESSION AUTHORIZATION;
SELECT is(:'erase_outcome'::text, 'done', 'he is erased');
UPDATE reeve.erasure SET horizon = '3', is_again = TRUE;
DELETE FROM reeve.erasure_row;
UPDATE reeve.outbox SET state = 'withdrawn' WHERE state = 'queued';
SELECT reeve.erasure_advance('shop', 1000) \g /dev/null
SELECT results_eq(format('SELECT outcome, closed_by FROM reeve.case WHERE case_id = %s', :erasure),
  $$VALUES ('upheld', 'system:moderation.erase')$$, 'which answers his request for it');
SELECT is_empty($$SELECT * FROM reeve.request_text WHERE words ~ 'bert'$$, 'his words are gone');
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT * FROM reeve.data_download('shop', 'person:2')$$, 'RV004', NULL,
  'who was erased downloads nothing');
SELECT throws_ok($$SELECT reeve.request_file('shop', 'person:2', 'access')$$, 'RV004', NULL,
  'nor asks for anything');
SELECT isnt(reeve.request_file('shop', 'person:3', 'access'), NULL,
  'but others still do');
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.reveal_reason;
DELETE FROM reeve.reveal;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('person', '2'), 'refused notfound person:2 was erased',
  'nor is he exported');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
