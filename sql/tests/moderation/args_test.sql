-- What a colleague writes into arguments by hand is read as their types say, or is no arguments.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(22);
CREATE FUNCTION pg_temp.reeve_act(verb text, args jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message)
  FROM reeve.action_perform(verb, 'shop', 'person', '2', args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_ask(args jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, nullif(message, ''))
  FROM reeve.reveal_ask('fields', 'shop', 'person', '2', args)
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act(v.verb, v.args::jsonb), v.answer, v.args)
FROM (VALUES
  ('ban', NULL, 'refused argument name the policy that was broken (one of: fraud, spam)'),
  ('ban', '[{"policy": "spam"}]',
    'refused argument name the policy that was broken (one of: fraud, spam)'),
  ('ban', '"spam"', 'refused argument name the policy that was broken (one of: fraud, spam)'),
  ('ban', '{"policy": 5}', 'refused argument there is no policy 5 (one of: fraud, spam)'),
  ('ban', '{"policy": "spam", "for": 5, "forever": "yes"}',
    'refused argument it ends or is forever, not both'),
  ('ban', '{"policy": "spam", "for": ["soon"]}', 'refused argument ["soon"] is not a '
    'duration between a second and 10 years (try 7d, 12h, 2w)'),
  ('tag', '{"name": "vip", "policy": null}', 'refused argument a tag is not for a breach: it '
    'takes no policy, severity or public reason')) v(verb, args, answer);
SELECT throws_ok(format('SELECT pg_temp.reeve_act(''ban'', %L)', v.args), '22P02',
  'invalid input syntax for type boolean: "maybe"', v.args)
FROM (VALUES ('{"policy": "spam", "for": "1d", "forever": "maybe"}'),
  ('{"policy": "spam", "for": "1d", "record_only": "maybe"}'),
  ('{"policy": "spam", "for": "1d", "despite_ban": "maybe"}')) v(args);
SELECT is(pg_temp.reeve_ask(v.args::jsonb), v.answer, v.args)
FROM (VALUES
  ('{"fields": [], "why": "x"}', 'refused argument say which fields (one of: email)'),
  ('["email"]', 'refused argument say which fields (one of: email)'),
  ('{"fields": [["id"]], "why": "x"}',
    'refused argument person has no personal field id (one of: email)'),
  ('{"fields": [["email"]], "why": "x"}', 'done')) v(args, answer);
SELECT throws_ok($$SELECT pg_temp.reeve_ask('{"fields": "email", "why": "x"}')$$, '22P02', NULL,
  'fields are a list');
SELECT throws_ok($$SELECT reeve.args_read(NULL::reeve.case_args, '{}')$$, '42501', NULL,
  'nobody reads by a type of their own');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT detail -> 'fields' FROM reeve.command WHERE kind = 'reveal'
  AND outcome = 'done'), '["email"]', 'what is revealed is recorded as what it is');
SELECT is((SELECT string_agg(a.verb, ' ') FROM reeve.action a), NULL, 'nothing was done');

-- An earlier release kept proposals as they came.
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_act('ban', '{"policy": "spam", "forever": true, "why": "w"}'),
  '^proposed approval P', 'a ban is proposed');
RESET SESSION AUTHORIZATION;
UPDATE reeve.approval SET args = '[{"record_only": "maybe"}]';
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT concat_ws(' ', verb, key, why, args) FROM reeve.approval_list(NULL, 9)),
  'ban 2 [{"record_only": "maybe"}]', 'one without an object is listed');
SELECT is((SELECT concat_ws(' ', o.outcome, o.code) FROM reeve.approval_list(NULL, 9) l,
  reeve.approval_perform('approve', l.approval_id, NULL, NULL) o), 'refused argument',
  '… cannot be performed');
SELECT is((SELECT concat_ws(' ', o.outcome, o.code) FROM reeve.approval_list(NULL, 9) l,
  reeve.approval_perform('reject', l.approval_id, 'no', NULL) o), 'done', '… and is rejected');
SELECT * FROM finish();
ROLLBACK;
