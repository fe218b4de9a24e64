-- Every kind of action: what it asks for, what it does, how it ends and who may take it back.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(67);

-- Who has to approve what is another test's.
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code)
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_said(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT message FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(action_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(action_id, 'test', NULL)
$$;

-- What the arguments have to say.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_said('ban', 'person', '2', '{"policy": "spam"}'),
  'say for how long, or that it is forever', 'a ban is for a time or forever, and says so');
SELECT is(pg_temp.reeve_said('suspend', 'person', '2', '{"policy": "spam", "forever": true}'),
  'a suspend cannot be forever', 'a suspension has an end');
SELECT matches(pg_temp.reeve_said('suspend', 'person', '2', '{"policy": "fraud"}'),
  'the policy fraud has no duration of its own', 'and no policy of its own to take it from');
SELECT is(pg_temp.reeve_said('warn', 'person', '2', '{"policy": "spam", "for": "7d"}'),
  'a warn takes no end', 'a warning does not last');
SELECT is(pg_temp.reeve_said('note', 'person', '2', '{"policy": "spam", "why": "x"}'),
  'a note is not for a breach: it takes no policy, severity or public reason', 'a note blames '
  'nobody');
SELECT is(pg_temp.reeve_said('note', 'person', '2', '{"why": "  "}'), 'note needs a reason',
  'note needs a reason');
SELECT matches(pg_temp.reeve_said('tag', 'person', '2', '{"name": "A b"}'), '^''A b'' is not a tag',
  'a tag is a word');
SELECT matches(pg_temp.reeve_said('limit', 'person', '2', '{"policy": "spam", "for": "1d",
  "name": "edits"}'), 'no limit edits for person \(one of: deals\)',
  'what can be denied the catalog says');
SELECT is(pg_temp.reeve_said('ban', 'person', '2', '{"policy": "spam", "for": "1d", "name": "x"}'),
  'a ban has no name', 'only tags and limits are named');
SELECT matches(pg_temp.reeve_said('warn', 'person', '2', '{"policy": "spam", "severity": "huge"}'),
  'huge is not a severity', 'a severity is one of four');
SELECT is(pg_temp.reeve_said('warn', 'deal', '1', '{"policy": "spam"}'),
  'warn is not declared for deal', 'what the catalog does not allow is refused');
SELECT throws_ok(format('SELECT pg_temp.reeve_act(%L, ''person'', ''2'', ''{}'')', v.verb), 'RV001',
  NULL, v.about || ' is no name of a command, and does not reach the record')
FROM (VALUES (NULL, 'nothing'), (repeat('x', 1000000), 'a long text'),
  (E'\x1b[2Jhide', 'an escape'), ('', 'an empty text')) v(verb, about);
SELECT is(pg_temp.reeve_act('delete', 'item', '["a-1", 1]', '{"policy": "spam"}'), 'refused rank',
  'a moderator deletes nothing');
SELECT is(reeve.action_plan('delete', 'shop', 'item', '["a-1", 1]', '{"policy": "spam"}')
  #>> '{refusal,message}',
  'delete needs the rank senior and a login of your own; shop_ann has moderator',
  'and the plan says so already');

-- A warning: told with the public reason, never the internal one.
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam", "why": "tip by a rival",
  "public": "Two offers of one thing."}'), 'done', 'a warning is given');
SELECT is(pg_temp.reeve_act('warn', 'person', '3', '{"policy": "spam", "severity": "low"}'), 'done',
  'another one with the rule''s own text');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT key, arguments ->> ''reason'' FROM reeve.outbox ORDER BY key',
  $$VALUES ('2', 'Two offers of one thing.'), ('3', 'No spam.')$$,
  'a notice gives the public reason, else the clause');
SELECT is((SELECT count(*)::int FROM reeve.outbox o WHERE o::text ~ 'rival'), 0,
  'and never the internal one');
SELECT results_eq('SELECT severity, until::text FROM reeve.action ORDER BY action_id DESC LIMIT 2',
  $$VALUES ('low', NULL), ('high', NULL)$$,
  'the severity is the policy''s unless it is said; nothing lasts');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_undo((SELECT max(action_id) FROM
  reeve.action_in_force('shop', 'person', '3', 'warn'))), 'done', 'a warning is taken back');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM reeve.outbox WHERE key = '3'), 'withdrawn',
  'and with it the notice that was not sent');

-- A suspension with its policy's duration enforcement as a ban does.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('suspend', 'person', '1', '{"policy": "spam"}'), 'done',
  'a suspension takes the policy''s duration');
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT blocked_until BETWEEN now() + interval '7 days' - interval '1 minute'
  AND now() + interval '7 days 1 minute' FROM "Odd Shop"."Person" WHERE id = 1),
  'it holds as long');
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until > now()), 8,
  'with the effects of the ban');
SELECT is((SELECT count(*)::int FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'moderation.lift'), 1, 'and a job is to end it');

-- A verb of the app is what the catalog likens it to.
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_said('freeze', 'item', '["c", 1]', '{"policy": "fraud"}'),
  'say for how long', 'a freeze ends like a suspension');
SELECT is(pg_temp.reeve_act('freeze', 'item', '["c", 1]', '{"policy": "fraud", "for": "1d"}'),
  'refused unenforced', 'and has to bite like one');
SELECT is(pg_temp.reeve_act('freeze', 'item', '["c", 1]',
  '{"policy": "fraud", "for": "1d", "record_only": true}'), 'done', 'or is recorded only');

-- Notes and tags, on what has nothing that Reeve could write, too.
SELECT is(pg_temp.reeve_act('note', 'deal', '1', '{"why": "asked twice"}'), 'done',
  'a note is written about a row without a column of ours');
SELECT is(pg_temp.reeve_act('tag', 'person', '2', '{"name": "vip", "for": "1h"}'), 'done',
  'a tag may end');
SELECT is(pg_temp.reeve_act('tag', 'person', '2', '{"name": "vip"}'), 'done',
  'a longer one goes on too');
SELECT is(pg_temp.reeve_act('tag', 'person', '2', '{"name": "vip", "for": "1d"}'),
  'refused already',
  'a shorter one says nothing new');
SELECT is(pg_temp.reeve_act('verify', 'person', '2', '{}'), 'done', 'somebody is verified');
SELECT results_eq(
  'SELECT kind, name, until = ''infinity'' FROM reeve.subject_marks(''shop'', ''person'', ''2'')',
  $$VALUES ('tag', 'vip', FALSE), ('tag', 'vip', TRUE), ('verify', 'verify', TRUE)$$,
  'all of it is shown');
SELECT is((SELECT subjects FROM reeve.tag_list(5)), 2::bigint, 'and tags are listed');
SELECT is((SELECT count(*)::int FROM reeve.action_in_force('shop', 'person', '2', 'tag', 'other')),
  0, 'a tag is looked for by its name');
RESET SESSION AUTHORIZATION;
UPDATE reeve.mark SET until = now() - interval '1 s' WHERE until < 'infinity' AND kind = 'tag';
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT count(*)::int FROM reeve.subject_marks('shop', 'person', '2')), 2,
  'a tag ends on read');
SELECT is(pg_temp.reeve_act('tag', 'person', '2', '{"name": "x"}'), 'refused rank',
  'a viewer tags not');
SELECT is(pg_temp.reeve_act('note', 'person', '2', '{"why": "x"}'), 'refused rank',
  'nor writes notes');
RESET SESSION AUTHORIZATION;

-- A protecting tag is put and taken away by seniors only.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('tag', 'person', '3', '{"name": "partner", "protect": true}'),
  'refused rank', 'a moderator protects nobody');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('tag', 'person', '3', '{"name": "partner", "protect": true}'), 'done',
  'a senior does');
SELECT max(action_id) AS protection FROM
  reeve.action_in_force('shop', 'person', '3', 'tag', 'partner') \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('note', 'person', '3', '{"why": "x"}'), 'done', 'but may write a note');
SELECT is(pg_temp.reeve_undo(:protection), 'refused rank', 'and does not take the protection away');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(:protection), 'done', 'a senior does that');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('warn', 'person', '3', '{"policy": "spam"}'), 'done',
  'then all may act');

-- A limit denies one thing, in the database itself, until it ends.
SELECT is(pg_temp.reeve_act('limit', 'person', '2',
  '{"policy": "spam", "for": "1d", "name": "deals"}'), 'done', 'a person is limited');
SELECT is(pg_temp.reeve_act('limit', 'item', '["c", 2]',
  '{"policy": "spam", "forever": true, "name": "edits"}'), 'done', 'and a row of two keys');
RESET SESSION AUTHORIZATION;
SET LOCAL ROLE shop_owner;
SELECT throws_ok($$INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state)
  VALUES (20, 'a-1', 2, 'void')$$, '42501', 'this person is barred from writing here: deals',
  'what is denied is refused, to the owner of the tables too');
SELECT lives_ok($$INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state)
  VALUES (20, 'a-1', 3, 'void')$$, 'others are not limited');
SELECT lives_ok('UPDATE "Odd Shop".deal SET state = ''void'' WHERE id = 5',
  'nor is anything else denied');
SELECT throws_ok('UPDATE "Odd Shop".item SET title = ''x'' WHERE stall_code = ''c'' AND nr = 2',
  '42501', NULL, 'a key of several columns is told');
SELECT lives_ok('UPDATE "Odd Shop".item SET title = ''x'' WHERE stall_code = ''c'' AND nr = 3',
  'from its neighbour''s');
RESET ROLE;
UPDATE reeve.mark SET until = now() - interval '1 s' WHERE name = 'deals';
SELECT lives_ok($$INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state)
  VALUES (21, 'a-1', 2, 'void')$$, 'a limit ends on read');

-- Soft deletion: back within the window, then for good.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('delete', 'item', '["a-1", 1]',
  '{"policy": "spam", "why": "x", "record_only": true}'), 'done', 'a senior deletes');
SELECT max(action_id) AS deletion FROM
  reeve.action_in_force('shop', 'item', '["a-1", 1]', 'delete') \gset
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT erase_at BETWEEN now() + interval '10 days' - interval '1 minute'
  AND now() + interval '10 days 1 minute' FROM reeve.action WHERE action_id = :deletion),
  'it becomes due for erasure when the catalog says');
SELECT is((SELECT hidden_until FROM "Odd Shop".item WHERE stall_code = 'a-1' AND nr = 1),
  'infinity', 'until then it is hidden');
SAVEPOINT before;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(:deletion), 'done', 'and can come back');
RESET SESSION AUTHORIZATION;
ROLLBACK TO before;
UPDATE reeve.action SET erase_at = now() - interval '1 s' WHERE action_id = :deletion;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(:deletion), 'refused final', 'then it cannot');
RESET SESSION AUTHORIZATION;

-- What the catalog may not say.
CREATE FUNCTION pg_temp.reeve_findings(change jsonb) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT f.path || ' ' || f.code
  FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(), '{actions}',
    pg_temp.manifest() -> 'actions' || change)) f
$$;
SELECT is(pg_temp.reeve_findings('{"verb": "warn", "collection": "stall", "effects": [
  {"name": "x", "collection": "stall", "hide": true}]}'), '/actions/12/effects/0/hide unused',
  'what does not last hides nothing');
SELECT is(pg_temp.reeve_findings('{"verb": "suspend", "collection": "stall", "effects_of": "ban"}'),
  '/actions/12/effects_of missing', 'effects are taken from an action on the same collection');
SELECT is(pg_temp.reeve_findings('{"verb": "note", "collection": "person"}'),
  '/actions/12/verb unused',
  'an action is declared once');
SELECT is(pg_temp.reeve_findings('{"verb": "limit", "collection": "deal"}'), '/actions/12 missing',
  'a limit denies something');
SELECT is(pg_temp.reeve_findings('{"verb": "tag", "collection": "deal", "window": "1d"}'),
  '/actions/12/window unused', 'a tag never becomes final');
SELECT is(pg_temp.reeve_findings('{"verb": "tag", "collection": "nobody"}'),
  '/actions/12/collection missing', 'an action is on a collection');
SELECT * FROM finish();
ROLLBACK;
