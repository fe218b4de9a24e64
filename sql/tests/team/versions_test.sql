-- The oldest version of an app that is allowed on a platform: proposed by a senior, approved by
-- another, asked for by the app.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
SELECT pg_temp.alter_shop($$CREATE TABLE "Odd Shop"."Phone"(
  nr bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "Whose" bigint NOT NULL REFERENCES "Odd Shop"."Person",
  "Token" text UNIQUE, kind text, app text, seen timestamptz, off_until timestamptz)$$);
SELECT pg_temp.alter_shop($$INSERT INTO "Odd Shop"."Phone"("Whose", kind, app)
  VALUES (2, 'ios', '1.9'), (2, 'iOS', '2.10.1 (331)'), (3, 'ios', '2.4.0'), (3, 'ios', NULL),
    (3, 'ios', 'nightly'), (3, 'android', '1.0')$$);
CREATE ROLE shop_web NOLOGIN;
CREATE ROLE shop_server LOGIN IN ROLE shop_web, reeve_app;
CREATE ROLE other_server LOGIN IN ROLE reeve_app;
CREATE ROLE shop_sue LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["shop_sue"]}') AS recorded \gset
CREATE FUNCTION pg_temp.reeve_wanted(platform text, oldest text, why text DEFAULT NULL, app text
  DEFAULT 'shop') RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'proposed' THEN message END)
  FROM reeve.version_perform(app, platform, oldest, why)
$$;
CREATE FUNCTION pg_temp.reeve_decided(verb text, id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.approval_perform(verb, id, 'test', NULL)
$$;
-- psql joins these.
\set listed 'SELECT string_agg(concat_ws('' '', platform, oldest, older || ''/'' || devices, '
\set listed :listed 'decided_by), '', '') FROM reeve.version_list(''shop'')'

-- What stands for which numbers.
SELECT results_eq($$SELECT v, reeve.version_parts(v) FROM unnest(ARRAY['2.10.1', '2.4', '2.4.0.0',
    'v3 beta', '10', '0.0', '', 'nightly', '1.x', '.5', repeat('9', 19), '1.' || repeat('9', 90)])
    WITH ORDINALITY u(v, n) ORDER BY n$$,
  $$VALUES ('2.10.1', '{2,10,1}'::bigint[]), ('2.4', '{2,4}'), ('2.4.0.0', '{2,4}'),
    ('v3 beta', '{3}'), ('10', '{10}'), ('0.0', '{0}'), ('', NULL), ('nightly', NULL),
    ('1.x', '{1}'), ('.5', NULL), (repeat('9', 19), '{999999999999999999}'),
    ('1.' || repeat('9', 90), '{1,999999999999999999}')$$,
  'a version is the numbers that it begins with');

-- Nothing is asked for where the catalog names no platform.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0'), 'refused notfound', 'no catalog names a platform');
SELECT results_eq(:'listed', 'VALUES (NULL::text)', 'and none is listed');
RESET SESSION AUTHORIZATION;
SELECT reeve.catalog_apply(jsonb_set(jsonb_set(jsonb_set(m, '{collections,person,erase,with}',
      (m #> '{collections,person,erase,with}') || '[{"collection": "phone", "via": "of"}]'),
    '{collections,phone}', '{"table": "Phone", "key": ["nr"], "label": "''phone '' || t.nr",
      "show": ["nr", "kind", "app", "Token"], "personal": ["Token"], "visible": "off_until",
      "enforcement": "column", "parents": {"of": {"collection": "person", "columns": ["Whose"]}},
      "devices": {"owner": "of", "token": "Token", "platform": "kind", "version": "app",
        "seen": "seen"},
      "erase": {"tables": [{"table": "Phone", "of": ["nr"], "delete": true}]}}'),
    '{actions,0,effects}', (m #> '{actions,0,effects}')
      || '{"name": "phones", "collection": "phone", "via": "of", "hide": true}')
    || '{"versions": ["ios", "android"], "logins": ["shop_web"]}')
FROM pg_temp.manifest() m \g /dev/null

-- Who may not, and what.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0'), 'refused rank', 'a viewer shuts out nobody');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0'), 'refused rank', 'nor does a moderator');
SET SESSION AUTHORIZATION shop_server;
SELECT throws_ok($$SELECT reeve.version_perform('shop', 'ios', '2.4.0', NULL)$$, '42501', NULL,
  'nor the app''s login');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_wanted('web', '2.4.0'), 'refused notfound',
  'no platform that is not named');
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0', app => 'nil'), 'refused notfound',
  'no app that is not');
SELECT is(pg_temp.reeve_wanted(NULL, '2.4.0'), 'refused notfound', 'nor none');
SELECT throws_ok($$SELECT reeve.version_perform(NULL, 'ios', '2.4.0', NULL)$$, 'RV003', NULL,
  'which app is said where several have the platform');
SELECT is(pg_temp.reeve_wanted('watch', '2.4.0', app => NULL), 'refused notfound', 'or none has');
SELECT is(pg_temp.reeve_wanted('ios', v), 'refused argument', format('%L is no version', v))
FROM unnest(ARRAY['', '2.x', 'v2', '2.', '1.2.3.4.5', '-1', '9999999999', '2.4.0 beta', NULL]) v;
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0', repeat('x', 2001)), 'refused argument',
  'no endless reason');

-- By two.
SELECT results_eq(:'listed', $$VALUES ('ios 2/5, android 0/1')$$,
  'at first every version is allowed');
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0', '2.3 sends wrong prices'), 'proposed approval P1',
  'a senior proposes');
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0', 'again'), 'proposed approval P1', 'once');
SELECT is(pg_temp.reeve_decided('approve', 1), 'refused other', 'the proposer does not suffice');
SELECT results_eq(:'listed', $$VALUES ('ios 2/5, android 0/1')$$, 'and nothing has changed');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided('approve', 1), 'refused rank', 'nor does a moderator');
SET SESSION AUTHORIZATION shop_sue;
SELECT results_eq($$SELECT verb, app, key, label, why, others FROM reeve.approval_list(NULL, 9)$$,
  $$VALUES ('versions.set', NULL::text, 'shop/ios', '2.4.0', '2.3 sends wrong prices',
    '{shop_sue}'::text[])$$, 'it waits for the other senior');
SELECT results_eq($$SELECT older, devices FROM reeve.version_list('shop', 'ios', '2.4.0')$$,
  'VALUES (3::bigint, 5::bigint)', 'and sees whom it shuts out: the old one and the unknown ones');
SELECT is(pg_temp.reeve_decided('approve', 1), 'done', 'who approves it');
SELECT results_eq(:'listed', $$VALUES ('ios 2.4.0 3/5 shop_sue, android 0/1')$$, 'and it holds');
SELECT is(pg_temp.reeve_wanted('ios', '2.4.0'), 'refused state', 'what holds is not proposed');

-- The app asks.
SET SESSION AUTHORIZATION shop_server;
SELECT results_eq($$SELECT platform, oldest, since IS NULL FROM reeve.app_versions('shop')$$,
  $$VALUES ('ios', '2.4.0', FALSE), ('android', NULL::text, TRUE)$$, 'the app reads it');
SELECT results_eq($$SELECT v, reeve.version_allowed('shop', p, v) FROM (VALUES ('ios', '2.3.9'),
    ('ios', '2.4'), ('iOS', '2.10'), ('ios', 'nightly'), ('ios', NULL), ('android', NULL),
    ('web', '0.1')) a(p, v)$$,
  $$VALUES ('2.3.9', FALSE), ('2.4', TRUE), ('2.10', TRUE), ('nightly', FALSE), (NULL, FALSE),
    (NULL, TRUE), ('0.1', TRUE)$$, 'and which client may go on');
SELECT throws_ok('SELECT reeve.version_list()', '42501', NULL, 'but not who decided it');
SET SESSION AUTHORIZATION other_server;
SELECT throws_ok($$SELECT reeve.app_versions('shop')$$, 'RV002', NULL, 'another app does not');
SELECT throws_ok($$SELECT reeve.version_allowed('shop', 'ios', '1')$$, 'RV002', NULL,
  'nor asks');

-- Whichever is approved last holds, and what has changed meanwhile is looked at again.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_wanted('ios', '2.5'), 'proposed approval P2', 'one');
SELECT is(pg_temp.reeve_wanted('ios', '2.6'), 'proposed approval P3', 'another');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decided('approve', 3), 'done', 'the second is approved first');
SELECT is(pg_temp.reeve_decided('approve', 2), 'done', 'then the first');
SELECT is(pg_temp.reeve_wanted('ios', '0'), 'proposed approval P4',
  'and every version by the other');
SET SESSION AUTHORIZATION shop_sam;
SELECT results_eq(:'listed', $$VALUES ('ios 2.5 4/5 shop_sue, android 0/1')$$,
  'the last one holds');
SELECT is(pg_temp.reeve_wanted('ios', '0'), 'proposed approval P5', 'both propose the same');
SELECT is(pg_temp.reeve_decided('approve', 4), 'done', 'one is approved');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decided('approve', 5), 'refused state', 'the other one is done already');
SET SESSION AUTHORIZATION shop_server;
SELECT ok(reeve.version_allowed('shop', 'ios', NULL), 'whoever was shut out may go on');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_sam';
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_wanted('android', '3'), 'proposed approval P6', 'a senior proposes');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_decided('approve', 6), 'refused rank',
  'whose rank is gone approves nothing');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member SET rank = 'senior' WHERE role_name = 'shop_sam';

-- On record.
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT results_eq($$SELECT kind, actor, principal, subject FROM reeve.chain
    WHERE kind = 'approve' AND actor = 'shop_sue' ORDER BY seq LIMIT 1$$,
  $$VALUES ('approve', 'shop_sue', 'shop_sam', 'version:shop/ios')$$,
  'who decided, for whom, and what about');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT count(DISTINCT subject) FROM reeve.command_list(99)
  WHERE subject LIKE 'version:%'), 2::bigint, 'is listed');
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'and sealed');
RESET SESSION AUTHORIZATION;
UPDATE reeve.approval SET args = args || '{"oldest": "99"}' WHERE approval_id = 4;
SET SESSION AUTHORIZATION shop_sam;
SELECT isnt_empty('SELECT * FROM reeve.audit_recheck(1)', 'a version that was edited is found');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
