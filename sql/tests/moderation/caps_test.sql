-- Notices wait for caps and for the end of quiet hours, in order and without loss; what they say
-- can be seen before and after; the app counts those that are not read; an undo corrects only
-- what arrived.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
CREATE ROLE shop_sender LOGIN;
CREATE ROLE other_sender LOGIN;
GRANT reeve_app TO shop_sender, other_sender;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_sender;

-- What the catalog may say.
CREATE FUNCTION pg_temp.with_notices(spec jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || jsonb_build_object('notices', spec)
$$;
SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(pg_temp.with_notices(%L))', s),
  format('VALUES (%L, %L)', p, c), words)
FROM (VALUES
  ('{"zone": "Europe/Rom"}', '/notices/zone', 'zone', 'a zone is one that the server knows'),
  ('{"quiet": {"from": "22:00", "until": "7"}}', '/notices/quiet/until', 'time',
    'a time of the day has minutes'),
  ('{"quiet": {"from": "22:00", "until": "22:00"}}', '/notices/quiet/until', 'time',
    'quiet hours end'),
  ('{"channels": {"mail": ["nothing"]}}', '/notices/channels/mail/0', 'missing',
    'a channel is for templates that there are'),
  ('{"channels": {"mail": ["held"], "push": ["held"]}}', '/notices/channels/push/0', 'twice',
    'a template has one channel'),
  ('{"urgent": ["nothing"]}', '/notices/urgent/0', 'missing', 'as what is urgent is'),
  ('{"caps": [{"channel": "mail", "most": 1, "within": "1s"}]}', '/notices/caps/0/channel',
    'missing', 'a cap is of a channel that there is'),
  ('{"caps": [{"most": 10001, "within": "1s"}]}', '/notices/caps/0/most', 'number',
    'no cap is more than 10000'),
  ('{"caps": [{"most": 1, "within": "60s"}, {"most": 2, "within": "1m"}]}', '/notices/caps/1',
    'twice', 'two caps count something else')) v(s, p, c, words);
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_notices('{
  "zone": "Asia/Tokyo", "quiet": {"from": "22:00", "until": "07:00"}, "urgent": ["barred"],
  "channels": {"push": ["held", "warned"], "mail": ["barred"]},
  "caps": [{"channel": "push", "per": "recipient", "most": 2, "within": "1h"},
    {"channel": "push", "most": 3, "within": "1s"}]}')) \gset

INSERT INTO reeve.action(verb, collection_id, key, actor)
SELECT 'ban', c.collection_id, '1', 'test' FROM reeve.collection c WHERE c.name = 'person';
CREATE TEMP SEQUENCE number;
-- Queues a notice to a person, each of an act of its own.
CREATE FUNCTION pg_temp.owe(who text, kind text, due timestamptz, place text DEFAULT 'UTC')
RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
    due_at, act)
  SELECT a.action_id, a.collection_id, who, 'deal:' || nextval('pg_temp.number'), kind, 'en', place,
    '{"deal": 1, "until": "2026-01-01", "policy": "x", "reason": "y"}', due,
    'X' || currval('pg_temp.number')
  FROM reeve.action a WHERE a.actor = 'test'
  RETURNING outbox_id
$$;
-- Takes what may be sent at an instant; the keys and templates, in order.
CREATE FUNCTION pg_temp.taken(instant text, most int DEFAULT 100) RETURNS text LANGUAGE sql AS $$
  WITH sent AS (
    UPDATE reeve.outbox o SET state = 'sent', sent_at = instant::timestamptz
    FROM reeve.outbox_admit(instant::timestamptz, most) a
    WHERE o.outbox_id = ANY (a.admitted)
    RETURNING array_position(a.admitted, o.outbox_id) AS place, o.key, o.template)
  SELECT coalesce(string_agg(s.key || ' ' || s.template, ', ' ORDER BY s.place), '') FROM sent s
$$;

-- Quiet hours.
SELECT is(reeve.quiet_end(at::timestamptz, zone, f::time, u::time), e::timestamptz, words)
FROM (VALUES
  ('2026-01-10 23:30+01', 'Europe/Rome', '22:00', '07:00', '2026-01-11 07:00+01',
    'before midnight they end in the morning'),
  ('2026-01-11 06:59:59+01', 'Europe/Rome', '22:00', '07:00', '2026-01-11 07:00+01',
    'after midnight the same morning'),
  ('2026-01-11 07:00+01', 'Europe/Rome', '22:00', '07:00', NULL, 'their end is not in them'),
  ('2026-01-10 22:00+01', 'Europe/Rome', '22:00', '07:00', '2026-01-11 07:00+01',
    'their beginning is'),
  ('2026-01-10 14:00+01', 'Europe/Rome', '13:00', '15:00', '2026-01-10 15:00+01',
    'they may lie within a day'),
  ('2026-03-29 01:30+01', 'Europe/Rome', '22:00', '02:30', '2026-03-29 03:00+02',
    'an end that the clock skips is when it is set'),
  ('2026-03-28 23:00+01', 'Europe/Rome', '22:00', '07:00', '2026-03-29 07:00+02',
    'the night in which the clock is set forward is an hour shorter'),
  ('2026-10-24 23:00+02', 'Europe/Rome', '22:00', '07:00', '2026-10-25 07:00+01',
    'that in which it is set back an hour longer'),
  ('2026-10-25 02:15+02', 'Europe/Rome', '22:00', '02:30', '2026-10-25 02:30+02',
    'of an end that it shows twice, the first counts'),
  ('2026-10-25 02:15+01', 'Europe/Rome', '22:00', '02:30', NULL, 'and they do not begin again'),
  ('2026-01-11 03:00+09', 'Asia/Tokyo', '22:00', '07:00', '2026-01-11 07:00+09',
    'it is the clock of the zone')) v(at, zone, f, u, e, words);
SELECT is(reeve.zone_valid(z, 'Asia/Tokyo'), w, words)
FROM (VALUES ('Europe/Rome', 'Europe/Rome', 'a zone'), ('', 'Asia/Tokyo', 'none'),
  (NULL, 'Asia/Tokyo', 'nothing'), ('Europe/Rom', 'Asia/Tokyo', 'one that does not exist'),
  ('X-160', 'Asia/Tokyo', 'an offset of days'), (E'a\nb', 'Asia/Tokyo', 'a text'),
  ('../../etc/passwd', 'Asia/Tokyo', 'a path'), (repeat('A', 100000), 'Asia/Tokyo', 'a long one'))
  v(z, w, words);
SELECT pg_temp.owe('1', 'held', '2026-01-10 22:30+01', 'Europe/Rome') AS night,
  pg_temp.owe('2', 'held', '2026-01-10 22:30+01', 'America/New_York') AS day,
  pg_temp.owe('3', 'held', '2026-01-10 22:30+01', 'Nowhere/Atall') AS lost,
  pg_temp.owe('4', 'barred', '2026-01-10 22:30+01', 'Europe/Rome') AS urgent \gset
SELECT is(pg_temp.taken('2026-01-10 22:30+01'), '2 held, 4 barred',
  'at night only what is urgent is sent, and where it is day');
SELECT is((SELECT array_agg(due_at ORDER BY outbox_id) FROM reeve.outbox WHERE held = 'quiet'),
  '{2026-01-11 07:00+01,2026-01-11 07:00+09}'::timestamptz[],
  'the others wait for their morning, where the zone is unknown for the app''s');
SET SESSION AUTHORIZATION shop_vic;
SELECT at AS until FROM reeve.notice_list('shop', 'person', '1', 'queued', 10) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'until'::timestamptz, '2026-01-11 07:00+01', 'the list says until when');
SELECT is(pg_temp.taken('2026-01-11 06:59:59+01'), '3 held', 'not a second less');
SELECT is(pg_temp.taken('2026-01-11 07:00+01'), '1 held', 'and then they are sent');

-- A cap of each recipient's: seven, of which two an hour, while others go on.
SELECT count(pg_temp.owe('1', 'held', '2026-01-11 12:00+01', 'Europe/Rome'))
FROM generate_series(1, 7) \g /dev/null
SELECT count(pg_temp.owe('2', 'warned', '2026-01-11 12:00:05+01')) \g /dev/null
SELECT count(pg_temp.owe('1', 'barred', '2026-01-11 12:00:05+01')) \g /dev/null
SELECT is(pg_temp.taken('2026-01-11 12:00+01'), '1 held', 'one at a time');
SELECT is(pg_temp.taken('2026-01-11 12:00+01'), '1 held', 'two may be sent');
SELECT is(pg_temp.taken('2026-01-11 12:00+01'), '', 'not a third');
SELECT is((SELECT count(*) FROM reeve.outbox WHERE held = 'cap'), 5::bigint, 'the rest is put off');
SELECT is(pg_temp.taken('2026-01-11 12:00:05+01'), '2 warned, 1 barred',
  'others are sent meanwhile, and to the same person by another channel');
SELECT is(pg_temp.owe('1', 'warned', '2026-01-11 12:30+01') > 0, TRUE, 'one more comes');
SELECT is(pg_temp.taken('2026-01-11 12:59:59+01'), '', 'it does not go before those that wait');
SELECT is(pg_temp.taken('2026-01-11 13:00+01'), '', 'an hour is over when it is past');
SELECT is(pg_temp.taken('2026-01-11 13:00:01+01') || '; ' || pg_temp.taken('2026-01-11 13:00:01+01')
  || pg_temp.taken('2026-01-11 13:00:01+01'), '1 held; 1 held', 'then the next two are sent');
SELECT is((SELECT string_agg(t, '; ') FROM generate_series(1, 10) n
    CROSS JOIN LATERAL pg_temp.taken('2026-01-11 14:00:02+01'::timestamptz
      + n * interval '20 minutes' || '') t WHERE t <> ''),
  '1 held; 1 held; 1 held; 1 warned', 'and so on, in order, until none is left');
SELECT is((SELECT count(*) FROM reeve.outbox WHERE state = 'queued'), 0::bigint, 'none is lost');

-- A cap of all people's.
SELECT count(pg_temp.owe(n::text, 'held', '2026-01-12 12:00+01')) FROM generate_series(1, 4) n
\g /dev/null
SELECT count(pg_temp.owe('4', 'barred', '2026-01-12 12:00+01')) \g /dev/null
SELECT wake_at FROM reeve.outbox_admit('2026-01-12 11:00+01', 100) \gset
SELECT is(pg_temp.taken('2026-01-12 12:00+01'), '1 held, 2 held, 3 held, 4 barred',
  'three are sent, and what falls under no cap');
SELECT is((reeve.outbox_admit('2026-01-12 12:00+01', 100)).wake_at,
  '2026-01-12 12:00:01+01'::timestamptz, 'the sender learns when it may go on');
SELECT is(pg_temp.taken('2026-01-12 12:00:01+01'), '', 'in a second, not at its end');
-- Another catalog does not forget what was sent just now.
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_notices('{
  "channels": {"push": ["held", "warned"], "mail": ["barred"]},
  "caps": [{"channel": "push", "most": 2, "within": "1s"}]}')) \gset
SELECT is(pg_temp.taken('2026-01-12 12:00:00.9+01'), '', 'a lower cap counts what was sent');
SELECT is(pg_temp.taken('2026-01-12 12:00:01.1+01'), '4 held', 'and lets the rest go');

-- One at a time.
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_notices('{
  "caps": [{"template": "held", "per": "recipient", "most": 1, "within": "1m"}]}')) \gset
SELECT count(pg_temp.owe('3', 'held', '2026-01-12 13:00+01')) FROM generate_series(1, 3) n
\g /dev/null
SELECT is((SELECT string_agg(t, '; ') FROM generate_series(0, 20) n
    CROSS JOIN LATERAL pg_temp.taken('2026-01-12 13:00+01'::timestamptz
      + n * interval '10 seconds' || '') t WHERE t <> ''),
  '3 held; 3 held; 3 held', 'a cap may be one');
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_notices('{
  "channels": {"push": ["held", "warned"], "mail": ["barred"]},
  "caps": [{"channel": "push", "most": 2, "within": "1s"}]}')) \gset

-- As a worker sends: what one act owes by two channels is two messages.
SELECT reeve.outbox_follow('{}') \g /dev/null
INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
  due_at, act)
SELECT a.action_id, a.collection_id, k, 'deal:' || k || t, t, 'en', z,
  CASE WHEN t = 'held' THEN '{"deal": 1}'::jsonb ELSE '{"until": "2026-01-01T12:00:00Z",
    "policy": "p"}' END, now() - interval '1 s', 'Z1'
FROM reeve.action a, unnest(ARRAY['held', 'barred']) t, unnest(ARRAY['1', '2', '3', '4']) k,
  unnest(ARRAY['Nowhere/Atall']) z
WHERE a.actor = 'test';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
CREATE TEMP TABLE took AS SELECT * FROM reeve.outbox_take(:job, 1, 100);
SELECT is((SELECT string_agg(concat_ws(' ', t.notice ->> 'recipient', t.notice ->> 'channel',
    t.notice ->> 'template'), ', ' ORDER BY t.outbox_id) FROM took t),
  'person:1 push held, person:1 mail barred, person:2 push held, person:2 mail barred, '
  'person:3 mail barred, person:4 mail barred',
  'a zone that does not exist stops nothing; each message has its channel');
SELECT reeve.outbox_settle(:job, 1, array_agg(t.outbox_id), array_agg('sent'::text),
  array_agg(''::text), array_agg(0::bigint)) FROM took t \g /dev/null
SELECT count(*) FROM reeve.outbox_take(:job, 1, 100) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM took WHERE notice ->> 'body' LIKE 'Until 2026-01-01 12:00: p%'),
  4::bigint, 'times are of the app''s zone then');
SELECT ok((SELECT bool_and(s.free_at >= o.sent_at + interval '1 s') FROM reeve.notice_slot s
  JOIN reeve.outbox o USING (outbox_id) WHERE o.act = 'Z1'), 'they count from when they were sent');
SELECT is((SELECT count(*) FROM reeve.job_timer t JOIN reeve.job j USING (job_id)
  JOIN reeve.job_kind k USING (kind_id) WHERE k.name = 'notify.deliver' AND t.due_at > now()),
  1::bigint, 'a job is there for the rest');
SELECT is((SELECT count(*) FROM reeve.audit_fault_notices(0)), 0::bigint,
  'every version of a notice is sealed');

-- The badge.
SELECT array_agg(o.outbox_id ORDER BY o.outbox_id) AS mine FROM reeve.outbox o
WHERE o.key = '2' AND o.state = 'sent' \gset
SET SESSION AUTHORIZATION shop_sender;
SELECT reeve.notice_unread('shop', 'person', '2') AS unread \gset
SELECT is(:unread, cardinality(:'mine'::bigint[]), 'what was sent is unread');
SELECT reeve.notice_result((:'mine'::bigint[])[1], 'bounced', 'no such box') \g /dev/null
SELECT reeve.notice_result((:'mine'::bigint[])[2], 'delivered') \g /dev/null
SELECT is(reeve.notice_unread('shop', 'person', '2'), :unread - 1::bigint,
  'what came back is not');
SELECT is(reeve.notice_mark_read('shop', 'person', '2', (:'mine'::bigint[])[2]), 1::bigint,
  'the app marks one as read');
SELECT is(reeve.notice_unread('shop', 'person', '2'), :unread - 2::bigint, 'and its badge is less');
SELECT is(reeve.notice_mark_read('shop', 'person', '2'), :unread - 2::bigint, 'then all');
SELECT is(reeve.notice_mark_read('shop', 'person', '2'), 0::bigint, 'once');
SELECT is(reeve.notice_unread('shop', 'person', '2'), 0::bigint, 'none is left');
SELECT isnt(reeve.notice_unread('shop', 'person', '1'), 0::bigint, 'and nobody else''s are read');
SELECT is(reeve.notice_unread('shop', 'person', '4711'), 0::bigint, 'nobody has none');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.command WHERE kind = 'notice.read'
  AND actor = 'shop_sender'), 2::bigint, 'it is on record');
SELECT throws_ok(format('SET SESSION AUTHORIZATION %s; SELECT %s', l, q), c, NULL,
  l || ' may not ' || q)
FROM (VALUES
  ('other_sender', 'reeve.notice_unread(''shop'', ''person'', ''2'')', 'RV002'),
  ('other_sender', 'reeve.notice_mark_read(''shop'', ''person'', ''2'')', 'RV002'),
  ('shop_ann', 'reeve.notice_mark_read(''shop'', ''person'', ''2'')', '42501'),
  ('shop_sender', 'reeve.notice_preview(1, NULL)', '42501'),
  ('shop_sender', 'reeve.outbox_admit(now(), 1)', '42501'),
  ('shop_sender', 'FROM reeve.notice_slot', '42501'),
  ('shop_sender', 'FROM reeve.notice_read', '42501'),
  ('reeve_worker', 'reeve.outbox_admit(now() + interval ''1 day'', 1)', '42501')) v(l, q, c);
RESET SESSION AUTHORIZATION;
UPDATE reeve.outbox SET state = 'withdrawn' WHERE state = 'queued';

-- What notices say, before and after, and an undo after one came back.
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(jsonb_set(pg_temp.with_notices(
  '{"channels": {"mail": ["barred"]}}'),
  '{actions,0,effects,0,notify,0,with}', '{"box": "t.email"}'),
  '{templates,barred,en,body}', '"To {box}, until {until|time}: {policy}. {reason}"')) \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT detail ->> 'action_id' AS act FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d", "public": "call 0039333123456 or ann@mail.example"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS act FROM reeve.action WHERE verb = 'ban' AND actor <> 'test' \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT jsonb_agg(p) AS said FROM reeve.notice_preview(:act, NULL) p \gset
RESET SESSION AUTHORIZATION;
SELECT is(p ->> 'body' ~ E'^To •••, until [-0-9: ]+: Spam. call ••• or •••\n'
  '.*\nThe facts: call ••• or •••\n', TRUE,
  'a notice is shown without what is personal')
FROM jsonb_array_elements(:'said'::jsonb) p WHERE p ->> 'template' = 'barred';
SELECT set_eq(format('SELECT p ->> ''template'' t, p ->> ''state'' s, (p ->> ''people'')::int n
    FROM jsonb_array_elements(%L::jsonb) p', :'said'),
  $$SELECT template, count(*) || ' queued', count(DISTINCT key)::int FROM reeve.outbox
    WHERE action_id = (SELECT max(action_id) FROM reeve.action WHERE verb = 'ban') GROUP BY 1$$,
  'each template once, with how many people');
SELECT is((SELECT count(*) FROM jsonb_array_elements(:'said'::jsonb) p
  WHERE p::text LIKE '%olga@%'), 0::bigint, 'no address is in it');
SELECT throws_ok(format('SET SESSION AUTHORIZATION shop_vic; SELECT reeve.notice_preview(%s)', a),
  c, NULL, words)
FROM (VALUES ('4711, NULL', 'RV004', 'no action'), ('NULL, 4711', 'RV004', 'no proposal'),
  ('NULL, NULL', 'RV001', 'nothing is named')) v(a, c, words);
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.approval(verb, collection_id, key, args, ceiling, rules, proposed_by, proposers)
SELECT 'ban', c.collection_id, '3', '{"policy": "spam", "for": "1d"}', '{}', '{test}', 'shop_ann',
  '{shop_ann}'
FROM reeve.collection c WHERE c.name = 'person' AND c.app = 'shop' RETURNING approval_id \gset
SELECT count(*) AS owed FROM reeve.outbox \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT jsonb_agg(p) AS said FROM reeve.notice_preview(NULL, :approval_id) p \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(concat_ws(' ', p ->> 'template', p ->> 'such_as', p ->> 'state'),
    ', ' ORDER BY p ->> 'template') FROM jsonb_array_elements(:'said'::jsonb) p),
  'barred person:3 1 not owed yet, held person:2 1 not owed yet',
  'those of a proposal are shown, too');
SELECT is((SELECT count(*) FROM reeve.outbox), :owed::bigint, 'and nothing is written');

SELECT array_agg(DISTINCT o.key) AS told, min(o.outbox_id) FILTER (WHERE o.key = '1') AS first
FROM reeve.outbox o WHERE o.action_id = :act \gset
UPDATE reeve.outbox SET state = 'sent', sent_at = now() WHERE action_id = :act;
SET SESSION AUTHORIZATION shop_sender;
SELECT reeve.notice_result(:first, 'bounced', 'no such box') \g /dev/null
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.undo_plan(:act) ->> 'people' AS people \gset
SELECT outcome FROM reeve.undo_perform(:act, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(DISTINCT o.key, ',') FROM reeve.outbox o
  WHERE o.corrects = :first), NULL, 'whom the notice did not reach gets no correction');
SELECT isnt((SELECT count(*) FROM reeve.outbox o WHERE o.corrects IS NOT NULL), 0::bigint,
  'the others do');
SELECT is((SELECT count(DISTINCT o.key) FROM reeve.outbox o WHERE o.corrects IS NOT NULL),
  :people::bigint, 'as the plan said');
-- One that comes back while its correction waits.
SELECT min(o.corrects) AS late FROM reeve.outbox o WHERE o.corrects IS NOT NULL \gset
SET SESSION AUTHORIZATION shop_sender;
SELECT reeve.notice_result(:late, 'failed') \g /dev/null
RESET SESSION AUTHORIZATION;
UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT count(*) AS taken FROM reeve.outbox_take(:job, 1, 100) \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM reeve.outbox WHERE corrects = :late), 'withdrawn',
  'its correction is not sent either');
SELECT * FROM finish();
ROLLBACK;
