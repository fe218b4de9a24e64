-- What a later action depends on, and doing an action again.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(26);

DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb)
RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_redo(id bigint, why text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.reeve_act(r.verb, r.collection, r.key, r.args) FROM reeve.action_repeat(id, why) r
$$;

-- The app opens a held deal again, and a ban of its buyer ends it.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('suspend', 'person', '1', '{"policy": "spam", "why": "first",
  "public": "Said in public.", "severity": "low"}') AS first \gset
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".deal SET state = 'open', held_until = NULL WHERE id = 1;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('ban', 'person', '2', '{"policy": "spam", "for": "1d"}') AS second \gset
SELECT is(reeve.undo_plan(:first) #>> '{lost,0,why}',
  format('A%s, a later ban, depends on it', :second),
  'the plan of an undo names what depends on it');
SELECT is((SELECT l ->> 'why' FROM reeve.undo_perform(:first, 'test', NULL) u,
    jsonb_array_elements(u.detail -> 'lost') l WHERE l ->> 'key' = '1'),
  format('A%s, a later ban, depends on it', :second), 'so does the undo');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM "Odd Shop".deal WHERE id = 1), 'void',
  'and leaves what the later one made of it');
SELECT is((SELECT state FROM "Odd Shop".deal WHERE id = 2), 'open', 'the others come back');

-- Once more, as a new action.
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT problem FROM reeve.action_repeat(:second, NULL)),
  format('A%s is still in force', :second), 'what is in force is not done again');
SELECT is((SELECT problem FROM reeve.action_repeat(999999, NULL)), 'there is no action A999999',
  'nor what never was');
SELECT matches((SELECT problem FROM reeve.action_repeat((SELECT max(h.action_id)
  FROM reeve.subject_history('shop', 'person', '1', 9) h), NULL)),
  'is an undo, which cannot be repeated', 'nor an undo');
SELECT pg_temp.reeve_redo(:first, NULL) AS third \gset
RESET SESSION AUTHORIZATION;
SELECT cmp_ok(:third, '>', :first, 'what was taken back is done again as a new action');
SELECT results_eq(format('SELECT verb, key, actor, policy, severity, reason, public_reason
  FROM reeve.action WHERE action_id = %s', :third),
  $$VALUES ('suspend', '1', 'shop_bob', 'spam', 'low', 'first', 'Said in public.')$$,
  'by whoever does it, with the same arguments');
SELECT ok((SELECT t.until - t.performed_at BETWEEN '7 days'::interval - '1 s'::interval
    AND '7 days 1 s' FROM reeve.action t WHERE t.action_id = :third), 'for as long from now on');
SELECT is((SELECT reversed_by IS NOT NULL FROM reeve.action WHERE action_id = :first), TRUE,
  'the first stays taken back');
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until > now()), 8,
  'it enforcement');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.undo_perform(:third, NULL, NULL)), 'done',
  'and is undone by its own number');
SELECT pg_temp.reeve_redo(:first, 'on appeal') AS fourth \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT reason FROM reeve.action WHERE action_id = :fourth), 'on appeal',
  'another reason can be given');

-- Tags and deletions, too.
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_act('tag', 'person', '3', '{"name": "vip", "protect": true}') AS tag \gset
SELECT pg_temp.reeve_act('delete', 'item', '["c", 1]', '{"policy": "spam", "record_only": true}')
  AS deletion \gset
SELECT is((SELECT count(*)::int FROM unnest(ARRAY[:tag, :deletion]) a,
  reeve.undo_perform(a, NULL, NULL) u WHERE u.outcome = 'done'), 2, 'both are taken back');
SELECT ok(pg_temp.reeve_redo(:tag, NULL) > :tag, 'a tag is put on again');
SELECT ok(pg_temp.reeve_redo(:deletion, NULL) > :deletion, 'a row is deleted again');
SELECT results_eq(
  'SELECT name, is_protecting FROM reeve.subject_marks(''shop'', ''person'', ''3'')',
  $$VALUES ('vip', TRUE)$$, 'as it was');

-- The longest duration, and longer ones.
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_act('ban', 'person', '4', '{"policy": "spam", "for": "10y"}') AS longest \gset
SELECT is((SELECT outcome FROM reeve.undo_perform(:longest, NULL, NULL)), 'done');
SELECT ok(pg_temp.reeve_redo(:longest, NULL) > :longest, 'ten years are repeated');
SELECT is((SELECT p.message FROM reeve.action_perform('ban', 'shop', 'person', '4',
  jsonb_build_object('policy', 'spam', 'for', v.span), NULL) p),
  v.span || ' is not a duration between a second and 10 years (try 7d, 12h, 2w)')
FROM (VALUES ('10 years 1 week'), ('100000000 years'), ('0.1 s')) v(span);
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_redo(:tag, NULL), NULL, 'a viewer does nothing again');
SELECT is((SELECT key FROM reeve.action_repeat(:second, NULL)), '2', 'but may look');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.action a WHERE a.reverses IS NOT NULL AND a.until
  IS NOT NULL), 0, 'no undo lasts');
SELECT * FROM finish();
ROLLBACK;
