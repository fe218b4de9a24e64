-- Devices that get push messages: what a catalog may say of them, that no bar and no erasure leaves
-- them, that an undo gives them back, and who may report a dead one.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT pg_temp.alter_shop($$CREATE TABLE "Odd Shop"."Phone"(
  nr bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "Whose" bigint NOT NULL REFERENCES "Odd Shop"."Person",
  "Token" text UNIQUE,
  kind text,
  app text,
  seen timestamptz,
  off_until timestamptz)$$);
SELECT pg_temp.alter_shop($$INSERT INTO "Odd Shop"."Phone"("Whose", "Token", kind, app, seen) VALUES
  (2, 'tok-bert-old', 'ios', '1.0', '2026-01-01 10:00Z'),
  (2, 'tok-bert-new', 'android', '2.1', '2026-02-01 10:00Z'),
  (3, 'tok-carl', 'ios', '2.0', NULL), (2, NULL, 'web', NULL, NULL)$$);
CREATE FUNCTION pg_temp.with_phones(phone jsonb DEFAULT '{}', person jsonb DEFAULT '{}',
  ban jsonb DEFAULT '{"name": "phones", "collection": "phone", "via": "of", "hide": true}')
RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(jsonb_set(m, '{collections,person}',
    jsonb_set(m #> '{collections,person}', '{erase,with}', (m #> '{collections,person,erase,with}')
      || '[{"collection": "phone", "via": "of"}]') || person),
    '{collections,phone}', '{"table": "Phone", "key": ["nr"], "label": "''phone '' || t.nr",
      "show": ["nr", "kind", "app", "seen", "Token"], "personal": ["Token"],
      "visible": "off_until", "enforcement": "column",
      "parents": {"of": {"collection": "person", "columns": ["Whose"]}},
      "devices": {"owner": "of", "token": "Token", "platform": "kind", "version": "app",
        "seen": "seen"},
      "erase": {"tables": [{"table": "Phone", "of": ["nr"], "delete": true}]}}'::jsonb || phone),
    '{actions,0,effects}', (m #> '{actions,0,effects}') || coalesce(ban, '[]'))
    || jsonb_build_object('logins', '["shop_web"]'::jsonb)
  FROM pg_temp.manifest() m
$$;
CREATE FUNCTION pg_temp.found(m jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(concat_ws(' ', path, code), '; ' ORDER BY path, code), 'nothing')
  FROM reeve.catalog_check(m)
$$;
CREATE ROLE shop_web NOLOGIN;
CREATE ROLE shop_sender LOGIN IN ROLE shop_web, reeve_app;
CREATE ROLE other_sender LOGIN IN ROLE reeve_app;

-- What a catalog says.
SELECT is(pg_temp.found(pg_temp.with_phones()), 'nothing', 'devices that fit');
SELECT is(pg_temp.found(pg_temp.with_phones('{"devices": {"owner": "by", "token": "Tokn",
  "platform": "kind", "version": "none", "seen": "app"}}')),
  '/collections/phone/devices/owner missing; /collections/phone/devices/seen type; '
  '/collections/phone/devices/token missing; /collections/phone/devices/version missing',
  'check finds a parent and columns that are not, and a time that is none');
SELECT is(pg_temp.found(pg_temp.with_phones('{"personal": []}')),
  '/collections/phone/devices/token personal', 'a token is personal');
SELECT is(pg_temp.found(pg_temp.with_phones('{"key": ["Token"]}')),
  '/collections/phone/devices/token key; /collections/phone/erase/tables/0 expression',
  'and in no key, since keys are recorded');
SELECT is(pg_temp.found(pg_temp.with_phones(ban => NULL)),
  '/actions/0/effects missing', 'a ban may not leave the devices');
SELECT is(pg_temp.found(pg_temp.with_phones(ban => '{"name": "phones", "collection": "phone",
  "via": "of", "hide": true, "where": "t.kind = ''ios''"}')),
  '/actions/0/effects missing', 'nor some of them');
SELECT is(pg_temp.found(pg_temp.with_phones(ban => '{"name": "phones", "collection": "phone",
  "via": "of", "list": true}')),
  '/actions/0/effects missing', 'nor only list them');
SELECT is(pg_temp.found(pg_temp.with_phones(ban => '{"name": "phones", "collection": "phone",
  "via": "of", "delete": true}')), 'nothing', 'it may delete them for good');
SELECT is(pg_temp.found(pg_temp.with_phones('{"enforcement": "none"}',
  ban => '{"name": "phones", "collection": "phone", "via": "of", "delete": true}')
  #- '{collections,phone,visible}'), '/collections/phone/devices missing', 'they can be hidden');
SELECT is(pg_temp.found(pg_temp.with_phones(person =>
  '{"erase": {"set": {"Full Name": "''Nobody''", "email": null}}}')),
  '/collections/person/erase missing', 'an erasure may not leave them');
SELECT is(pg_temp.found(pg_temp.with_phones(person =>
  '{"erase": {"set": {"Full Name": "''Nobody''", "email": null},
    "tables": [{"table": "Phone", "of": ["Whose"], "delete": true}]}}')), 'nothing',
  'it may delete them as rows of a table');
SELECT is(pg_temp.found(pg_temp.with_phones(person => '{"merge": {"moves": {}, "stays": {
  "Phone.Whose": "No.", "stall.owner_id": "No.", "deal.buyer_id": "No."}}}')),
  '/collections/person/merge missing', 'nor a merge');
SELECT is(pg_temp.found(pg_temp.with_phones(person => '{"merge": {"moves": {"phone": "of"},
  "stays": {"stall.owner_id": "No.", "deal.buyer_id": "No."}}}')), 'nothing', 'which moves them');
SELECT count(*) FROM reeve.catalog_apply(pg_temp.with_phones()) \g /dev/null

-- What the team sees.
SET SESSION AUTHORIZATION shop_vic;
SELECT string_agg(concat_ws(' ', d.collection_name || ':' || d.device, d.platform, d.version,
  d.token, d.seen_at AT TIME ZONE 'UTC', d.state), '; ') AS seen
FROM reeve.device_list('shop', 'person', '2', 10) d \gset
SELECT is(:'seen'::text, 'phone:2 android 2.1 ••• 2026-02-01 10:00:00 ; '
  'phone:1 ios 1.0 ••• 2026-01-01 10:00:00 ', 'a viewer lists devices, the last seen first');
SELECT count(*) AS n FROM reeve.device_list('shop', 'person', '2', 1) \gset
SELECT is(:n, 1, 'as many as asked for');
SELECT throws_ok($$SELECT * FROM reeve.device_list('shop', 'item', '["a-1", 1]', 9)$$, 'RV001',
  NULL, 'an item has none');
SELECT throws_ok($$SELECT * FROM reeve.device_list('shop', 'person', 'x', 9)$$, 'RV004', NULL,
  'nor has what is no key');
SELECT throws_ok($$SELECT * FROM reeve.device_tokens('shop', 'person:2')$$, '42501', NULL,
  'a member of the team gets no token');
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:2', 'tok-bert-new')$$, '42501', NULL,
  'and removes none');
RESET SESSION AUTHORIZATION;
SELECT string_agg(f.field || '=' || f.value, ' ') AS shown
FROM reeve.app_show((SELECT collection_id FROM reeve.collection WHERE app = 'shop' AND name =
  'phone'), '2') f WHERE f.field = 'Token' \gset
SELECT is(:'shown'::text, 'Token=•••', 'its own row masks the token, too');

-- What the app's sender does.
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok($$SELECT * FROM reeve.device_list('shop', 'person', '2', 9)$$, '42501', NULL,
  'a sender lists nothing as the team does');
SELECT string_agg(platform || ' ' || token, ', ') AS tokens
FROM reeve.device_tokens('shop', 'person:2') \gset
SELECT is(:'tokens'::text, 'android tok-bert-new, ios tok-bert-old', 'it learns where to send');
SELECT is_empty($$SELECT * FROM reeve.device_tokens('shop', 'person:4711')$$,
  'nowhere for who is not');
SELECT throws_ok($$SELECT * FROM reeve.device_tokens('shop', 'stall:a-1')$$, 'RV001', NULL,
  'a stall has no devices');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION other_sender;
SELECT throws_ok($$SELECT * FROM reeve.device_tokens('shop', 'person:2')$$, 'RV002', NULL,
  'another app''s learns nothing');
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:2', 'tok-bert-new')$$, 'RV002', NULL,
  'and removes nothing');
SELECT throws_ok($$SELECT reeve.device_dead('none', 'person:2', 'x')$$, 'RV002', NULL,
  'nor learns which apps there are');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:2', '')$$, 'RV001', NULL,
  'a report names a token');
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:2', NULL)$$, 'RV001', NULL,
  'and not NULL');
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'nobody:2', 'x')$$, 'RV003', NULL,
  'of a collection that is');
SELECT ok(NOT reeve.device_dead('shop', 'person:2', 'tok-unknown'), 'an unknown one is no news');
SELECT ok(NOT reeve.device_dead('shop', 'person:4711', 'tok-unknown'), 'whoever had it');
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:2', 'tok-carl')$$, 'RV004', NULL,
  'one that is another person''s by now is refused');
SELECT ok(NOT reeve.device_dead('shop', 'person:2', 'tok-bert-old', '2025-12-31 10:00Z'),
  'one that was seen since it was dead stays');
SELECT ok(reeve.device_dead('shop', 'person:2', 'tok-bert-old', '2026-01-02 10:00Z'),
  'a dead one is removed');
SELECT ok(NOT reeve.device_dead('shop', 'person:2', 'tok-bert-old'), 'once');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT nr FROM "Odd Shop"."Phone" ORDER BY nr$$, ARRAY[2, 3, 4]::bigint[],
  'no other row is');
SELECT results_eq($$SELECT actor, key, outcome, detail - 'as', content::text || detail ~ 'tok-'
  FROM reeve.command WHERE kind = 'device.dead'$$,
  $$VALUES ('shop_sender', '1', 'done', '{"of": "person:2"}'::jsonb, FALSE)$$,
  'it is on record, without the token');

-- A bar hides them, its end gives them back, and one bar of two does not.
CREATE FUNCTION pg_temp.phones() RETURNS text LANGUAGE sql AS $$
  SELECT md5(string_agg(p::text, '|' ORDER BY p.nr)) FROM "Odd Shop"."Phone" p
$$;
CREATE FUNCTION pg_temp.sent_to(person text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  tokens text;
BEGIN
  SET LOCAL SESSION AUTHORIZATION shop_sender;
  tokens := (SELECT coalesce(string_agg(token, ' '), 'nothing')
    FROM reeve.device_tokens('shop', person));
  RESET SESSION AUTHORIZATION;
  RETURN tokens;
END
$$;
SELECT pg_temp.phones() AS before \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done, e.value ->> 'rows' AS rows
FROM reeve.action_perform('ban', 'shop', 'person', '2', '{"policy": "spam", "for": "1d"}', NULL)
CROSS JOIN LATERAL jsonb_array_elements(detail -> 'effects') e
WHERE e.value ->> 'name' = 'phones' \gset
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS ban FROM reeve.action \gset
SELECT is(:'done'::text || ' ' || :'rows', 'done 2', 'a ban takes all devices of its person');
SELECT is(pg_temp.sent_to('person:2'), 'nothing', 'nothing is sent to them any more');
SELECT is(pg_temp.sent_to('person:3'), 'tok-carl', 'others get what is theirs');
SELECT is((SELECT count(*) FROM "Odd Shop"."Phone" WHERE "Whose" = 2 AND
  (off_until > now()) IS NOT TRUE), 0::bigint, 'the app''s own column says so');
SET SESSION AUTHORIZATION shop_vic;
SELECT state LIKE 'hidden until %' AS is_hidden FROM reeve.device_list('shop', 'person', '2', 9)
\gset
SELECT ok(:'is_hidden', 'and so does the list');
SET SESSION AUTHORIZATION shop_bob;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "2d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text, 'done', 'a second ban');
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.sent_to('person:2'), 'nothing', 'the end of one of two bans gives nothing back');
SET SESSION AUTHORIZATION shop_bob;
SELECT outcome AS done FROM reeve.undo_perform(:ban + 1, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text, 'done', 'both are undone');
SELECT is(pg_temp.phones(), :'before', 'and each row is as it was');
SELECT is(pg_temp.sent_to('person:2'), 'tok-bert-new', 'and gets messages');

-- The catalog of an app that tells its column only later: the bar of the person is enough.
SAVEPOINT bare;
UPDATE reeve.rule SET is_live = FALSE WHERE name = 'phones';
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.sent_to('person:2'), 'nothing', 'nothing is sent to who is barred in any case');
ROLLBACK TO bare;

-- The phone changes hands while its owner is barred; a dead token is reported meanwhile.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS ban FROM reeve.action \gset
SAVEPOINT hands;
SELECT pg_temp.alter_shop($$DELETE FROM "Odd Shop"."Phone" WHERE nr = 2$$);
SELECT pg_temp.alter_shop($$INSERT INTO "Odd Shop"."Phone"("Whose", "Token", kind, app, seen)
  VALUES (3, 'tok-bert-new', 'android', '2.2', now())$$);
SELECT is(pg_temp.sent_to('person:3'), 'tok-bert-new tok-carl', 'it is the other person''s now');
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:2', 'tok-bert-new')$$, 'RV004', NULL,
  'a report for who had it removes nothing');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text || ' ' || pg_temp.sent_to('person:2'), 'done nothing',
  'the undo takes it from nobody');
SELECT is(pg_temp.sent_to('person:3'), 'tok-bert-new tok-carl', 'who has it keeps it');
ROLLBACK TO hands;
SET SESSION AUTHORIZATION shop_sender;
SELECT ok(reeve.device_dead('shop', 'person:2', 'tok-bert-new'),
  'a device that a ban hides is removed, too');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text || ' ' || pg_temp.sent_to('person:2'), 'done nothing',
  'an undo does not bring it back');

-- Held rows stay; rows that code of the app keeps are no success; an erasure leaves none.
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS done FROM reeve.action_perform('hold', 'shop', 'person', '3',
  '{"why": "court 12", "forever": true}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text, 'done', 'a person is held');
SET SESSION AUTHORIZATION shop_sender;
SELECT ok(NOT reeve.device_dead('shop', 'person:3', 'tok-carl'), 'a hold keeps the device');
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS hold FROM reeve.action \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS done FROM reeve.undo_perform(:hold, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SAVEPOINT kept;
SELECT pg_temp.alter_shop($$CREATE FUNCTION "Odd Shop".keep() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN RETURN NULL; END'$$);
SELECT pg_temp.alter_shop($$CREATE TRIGGER keep BEFORE DELETE ON "Odd Shop"."Phone"
  FOR EACH ROW EXECUTE FUNCTION "Odd Shop".keep()$$);
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:3', 'tok-carl')$$, 'RV006', NULL,
  'a row that a trigger keeps was not removed');
RESET SESSION AUTHORIZATION;
ROLLBACK TO kept;
SAVEPOINT forged;
SELECT pg_temp.alter_shop($$CREATE FUNCTION "Odd Shop".seize() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN DELETE FROM reeve.member; RETURN OLD; END'$$);
SELECT pg_temp.alter_shop($$CREATE TRIGGER seize BEFORE DELETE ON "Odd Shop"."Phone"
  FOR EACH ROW EXECUTE FUNCTION "Odd Shop".seize()$$);
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok($$SELECT reeve.device_dead('shop', 'person:3', 'tok-carl')$$, 'RV006', NULL,
  'a trigger has no right of Reeve''s there');
RESET SESSION AUTHORIZATION;
ROLLBACK TO forged;
DELETE FROM reeve.approval_rule WHERE name = 'erasure';
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS done FROM reeve.action_perform('erase', 'shop', 'person', '3',
  '{"why": "asked for it"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text, 'done', 'a person is erased');
SELECT is((SELECT count(*) FROM "Odd Shop"."Phone" WHERE "Whose" = 3), 0::bigint,
  'and their devices with them');
SELECT is(pg_temp.sent_to('person:3'), 'nothing', 'nothing is sent to them');
SET SESSION AUTHORIZATION shop_sender;
SELECT ok(NOT reeve.device_dead('shop', 'person:3', 'tok-carl'),
  'and a late report is no news');
RESET SESSION AUTHORIZATION;
SELECT is_empty($$SELECT c FROM reeve.command c WHERE c::text LIKE '%tok-%'$$,
  'no token is on record');
SELECT * FROM finish();
ROLLBACK;
