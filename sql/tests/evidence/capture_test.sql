-- What is kept of a subject when it is reported or acted on.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
\ir ../fixtures/shop_talks.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
ALTER TABLE reeve.evidence ALTER COLUMN evidence_id RESTART;

-- Conversations.
CREATE FUNCTION pg_temp.reeve_talk(anchor text, before int, after int,
  whose text DEFAULT '["a-1", 1]')
RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(m.key::jsonb ->> 0, ' ' ORDER BY m.place)
  FROM reeve.collection c
  CROSS JOIN LATERAL reeve.app_conversation(c.collection_id, whose, anchor, before, after) m
  WHERE c.app = 'shop' AND c.name = 'line'
$$;
SELECT is(pg_temp.reeve_talk('[10, "en"]', 3, 2), '8 9 10 11 12', 'a message with those around it');
SELECT is(pg_temp.reeve_talk('[11, "en"]', 2, 1), '10 11 12',
  'of one moment, in the order of their keys');
SELECT is(pg_temp.reeve_talk(NULL, 3, 99), '28 29 30', 'without one the last of them');
SELECT is(pg_temp.reeve_talk('[1, "en"]', 9, 1), '1 2', 'no more than there are');
SELECT is(pg_temp.reeve_talk('[99, "en"]', 3, 2), NULL, 'nothing by one that is not there');
CREATE FUNCTION pg_temp.reeve_way(has_anchor boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  way text := '';
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || replace((
      SELECT reeve.conversation_statement(c.collection_id, has_anchor) FROM reeve.collection c
      WHERE c.app = 'shop' AND c.name = 'line'),
      '($1)', $q$('{"[\"a-1\", 1]","[10, \"en\"]",3,2}'::text[])$q$)
  LOOP
    way := way || line || E'\n';
  END LOOP;
  RETURN way;
END
$$;
SET LOCAL enable_seqscan = off;
SELECT doesnt_match(pg_temp.reeve_way(a), 'Sort Key: t',
  'a long conversation is read in the order of its index')
FROM unnest('{t,f}'::boolean[]) a;
SELECT matches(pg_temp.reeve_way(a), 'Index (Only )?Scan[^\n]* line_talk', 'by it')
FROM unnest('{t,f}'::boolean[]) a;
RESET enable_seqscan;

-- Reports.
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'line', '[10, "en"]', 'rude', 'spam', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'line', '[10, "en"]', 'rude again', 'spam',
  'person:3') \g /dev/null
SELECT reeve.report_file('shop', 'line', '[12, "en"]', 'also rude', 'spam', 'person:3') \g /dev/null
SELECT reeve.report_file('shop', 'talk', '["b\"2", 1]', 'all of it', 'spam',
  'person:3') \g /dev/null
SELECT reeve.report_file('shop', 'item', '["a-1", 2]', 'fake', 'spam') \g /dev/null
SELECT throws_ok('SELECT * FROM reeve.evidence', '42501', NULL, 'the app reads no evidence');
SELECT throws_ok('SELECT * FROM reeve.evidence_bytes', '42501', NULL, 'nor its content');
SELECT throws_ok($$SELECT reeve.evidence_capture(1, '1')$$, '42501', NULL,
  'nor makes any by itself');
RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.reeve_parts(evidence_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(p.role || ' ' || c.name || ':' || b.key, ', ' ORDER BY p.place)
  FROM reeve.evidence_part p JOIN reeve.evidence_bytes b USING (bytes_id)
  JOIN reeve.collection c USING (collection_id)
  WHERE p.evidence_id = reeve_parts.evidence_id
$$;
SELECT is((SELECT array_agg(p.evidence_id ORDER BY p.report_id) FROM reeve.report p),
  '{1,1,2,3,4}', 'what did not change is kept once, however often it is reported');
SELECT is(pg_temp.reeve_parts(1),
  'subject line:[10, "en"], parent person:1, parent talk:["a-1", 1], '
  'message line:[8, "en"], message line:[9, "en"], message line:[11, "en"], '
  'message line:[12, "en"]', 'a message, who wrote it, where, and those around it');
SELECT is(pg_temp.reeve_parts(3), 'subject talk:["b\"2", 1], parent stall:b"2, '
  'message line:[101, "en"], message line:[102, "en"], message line:[103, "en"]',
  'a conversation with its last messages');
SELECT is(pg_temp.reeve_parts(4), 'subject item:["a-1", 2], parent stall:a-1',
  'a thing with what it belongs to, and no further');
SELECT is((SELECT count(*)::int FROM reeve.evidence_bytes b
  WHERE b.key = '[10, "en"]'), 1, 'a row that is in several captures is kept once');
SELECT results_eq($$SELECT b.content, b.personal FROM reeve.evidence_bytes b
  JOIN reeve.collection c USING (collection_id) WHERE c.name = 'person'$$,
  $$VALUES ('{"id": 1, "email": "olga@example.org", "Full Name": "Olga Owner", '
    '"blocked_until": null}', '{email}'::text[])$$,
  'content is the columns that the catalog shows, as canonical JSON');
SELECT is((SELECT count(*)::int FROM reeve.evidence_bytes b
  WHERE b.digest = sha256(b.salt || convert_to(b.content, 'UTF8'))
    AND b.digest <> sha256(convert_to(b.content, 'UTF8'))),
  (SELECT count(*)::int FROM reeve.evidence_bytes), 'digests are salted');
SELECT is((SELECT count(DISTINCT salt)::int FROM reeve.evidence_bytes),
  (SELECT count(*)::int FROM reeve.evidence_bytes), 'each with its own salt');

-- Content follows the row; earlier content stays.
UPDATE "Odd Shop"."Line $1" SET "What $2" = 'harmless' WHERE "Nr %I" = 10;
SELECT is(reeve.evidence_capture(c.collection_id, '[10, "en"]'), 5::bigint,
  'a change is another state')
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'line';
UPDATE "Odd Shop"."Line $1" SET "What $2" = E'line\x1b[31m 10' WHERE "Nr %I" = 10;
SELECT is(reeve.evidence_capture(c.collection_id, '[10, "en"]'), 1::bigint, 'the former is known')
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'line';
SELECT is(reeve.evidence_capture(c.collection_id, '[77, "en"]'), NULL,
  'of what is not there nothing')
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'line';

-- Actions: the subject as it was before, sealed with the action; nothing of the cascade.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(p.outcome, 'done') FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "7d"}', NULL) p;
RESET SESSION AUTHORIZATION;
SELECT is((SELECT a.evidence_id FROM reeve.action a ORDER BY a.action_id DESC LIMIT 1), 6::bigint,
  'an action captures its subject');
SELECT is(pg_temp.reeve_parts(6), 'subject person:1', 'and none of what it brings down');
SELECT is((SELECT b.content::jsonb ->> 'blocked_until' FROM reeve.evidence_part p
  JOIN reeve.evidence_bytes b USING (bytes_id) WHERE p.evidence_id = 6), NULL,
  'as it was just before');
SELECT is_empty('SELECT * FROM reeve.audit_fault_actions(0, ''-infinity'')',
  'sealed with its action');
SAVEPOINT tampered;
UPDATE reeve.evidence_bytes SET content = replace(content, 'Olga', 'Otto')
WHERE bytes_id = (SELECT bytes_id FROM reeve.evidence_part WHERE evidence_id = 6);
SELECT isnt_empty('SELECT * FROM reeve.audit_fault_actions(0, ''-infinity'')',
  'and so altered content is found');
ROLLBACK TO tampered;
UPDATE reeve.evidence_part SET role = 'parent' WHERE evidence_id = 6;
SELECT isnt_empty('SELECT * FROM reeve.audit_fault_actions(0, ''-infinity'')',
  'or another role');
ROLLBACK TO tampered;
SELECT is(pg_temp.erase(c.collection_id, ARRAY['1']), 1::bigint, 'erased')
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'person';
SELECT is_empty('SELECT * FROM reeve.audit_fault_actions(0, ''-infinity'')',
  'what was erased still is what was sealed');
ROLLBACK TO tampered;

-- What is refused leaves nothing.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(p.code, 'rank') FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "7d"}', NULL) p;
RESET SESSION AUTHORIZATION;
SELECT is((SELECT max(evidence_id) FROM reeve.evidence), 6::bigint,
  'no evidence of what was refused');

-- Erasure takes exactly the rows that it is told.
SELECT is(pg_temp.erase(c.collection_id, ARRAY['[10, "en"]']), 2::bigint, 'both versions')
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'line';

SELECT is((
  SELECT count(*)::int FROM reeve.evidence_bytes b WHERE b.content ~ 'line\\u001b\[31m 10'), 0,
  'the text is gone everywhere');
SELECT is(d.digest, e.digest, 'and every digest is what it was')
FROM reeve.evidence_digests(ARRAY(SELECT o.evidence_id FROM reeve.evidence o)) d
JOIN reeve.evidence e USING (evidence_id);
SELECT is((SELECT count(*)::int FROM reeve.evidence_bytes b WHERE b.erased_at IS NOT NULL
  AND num_nonnulls(b.salt, b.hash, b.content) > 0), 0, 'nothing helps to guess');
SELECT is(pg_temp.erase(c.collection_id, ARRAY['[10, "en"]']), 0::bigint, 'once')
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'line';

-- A catalog that declares conversations wrongly.
SELECT is((SELECT string_agg(f.path || ' ' || f.code, ', ' ORDER BY f.path)
  FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(), '{collections,line,conversation}',
      v.bad)) f),
  v.finding, v.finding)
FROM (VALUES
  ('{"of": "nope", "at": "When", "text": "What $2"}'::jsonb,
    '/collections/line/conversation/of missing'),
  ('{"of": "talk", "by": "me", "at": "When", "text": "What $2"}',
    '/collections/line/conversation/by missing'),
  ('{"of": "talk", "at": "wrote", "text": "What $2"}', '/collections/line/conversation/at type'),
  ('{"of": "talk", "at": "hidden_until", "text": "What $2"}',
    '/collections/line/conversation/at type'),
  ('{"of": "talk", "at": "When", "text": "lang"}',
    '/collections/line/conversation/text personal'),
  ('{"of": "talk", "at": "When", "text": "x"}',
    '/collections/line/conversation/text missing')) v(bad, finding);
SELECT is((SELECT string_agg(f.path || ' ' || f.code, ', ' ORDER BY f.path)
  FROM reeve.catalog_check(jsonb_set(jsonb_set(pg_temp.manifest(),
    '{collections,person,find_plain}', '"email"'), '{collections,item,personal}', '["title"]')) f),
  '/collections/item/search/a/0 personal, /collections/person/find_plain personal',
  'nor is anything personal found or searched without a reason');
SELECT * FROM finish();
ROLLBACK;
