-- Included by an app's test: ann's account is merged into bob's. The app refuses her sign-ins then,
-- a ban of bob's account covers both, and undos give back every row. Variables: `app` (also its
-- schema), `provider`, one of the app's; pg_temp.rows_of(person) tells which of the rows that move
-- are whose, and what moves is ann's.
SELECT set_config('test.app', :'app', TRUE), set_config('test.provider', :'provider', TRUE)
\g /dev/null

CREATE FUNCTION pg_temp.sign_in(who text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT %I.sign_in($1, $2, $3, $4, $5, $6, $7)', current_setting('test.app'))
  USING pg_temp.kept(who), current_setting('test.provider'), 'phone', 'd', NULL::inet, 'IT', now();
  RETURN 'noted';
EXCEPTION WHEN OTHERS THEN
  RETURN 'refused';
END
$$;

CREATE FUNCTION pg_temp.reeve_do(verb text, who text, args jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code, CASE WHEN p.outcome <> 'done' THEN p.message END)
  FROM reeve.action_perform(verb, current_setting('test.app'), 'user', pg_temp.kept(who)::text,
    args, NULL) p
  CROSS JOIN LATERAL (SELECT pg_temp.keep(verb, (p.detail ->> 'action_id')::bigint)) k
$$;

CREATE FUNCTION pg_temp.reeve_un(verb text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(pg_temp.kept(verb), 'test', NULL)
$$;

SELECT format('SET SESSION AUTHORIZATION %I', :'app' || '_test_admin') AS as_admin \gset

DELETE FROM reeve.approval_rule;

SELECT pg_temp.rows_of('ann') AS anns, pg_temp.rows_of('bob') AS bobs \gset

SELECT isnt(:'anns'::text, '', 'ann has something that moves');

:as_admin;

SELECT is(pg_temp.reeve_do('merge', 'ann', jsonb_build_object('name', pg_temp.kept('bob'))), 'done',
  'ann''s account is merged into bob''s');

RESET SESSION AUTHORIZATION;

SELECT is_empty(format($$SELECT r.name
  FROM reeve.rule r JOIN reeve.collection c USING (collection_id)
  WHERE r.app = %L AND c.name = 'user' AND r.verb = 'merge' AND r.kind = 'set' AND r.is_live
    AND NOT EXISTS (SELECT FROM reeve.effect e WHERE e.rule_id = r.rule_id)$$, :'app'),
  'rows of each reference that the catalog moves are among what moves');

SELECT is(pg_temp.rows_of('ann'), '', 'she has nothing of it any more');

SELECT ok(length(pg_temp.rows_of('bob')) >= length(:'anns') + length(:'bobs'), 'bob has it');

:as_app;

SELECT is(pg_temp.sign_in('ann'), 'refused', 'the app refuses who signs in to her account');

SELECT is(pg_temp.sign_in('bob'), 'noted', 'and not to his');

:as_admin;

SELECT is(pg_temp.reeve_do('ban', 'bob', jsonb_build_object('policy', (
    SELECT p.name FROM reeve.policy_list() p WHERE p.app = current_setting('test.app') LIMIT 1),
    'for', '7d', 'why', 'a test')), 'done', 'bob is banned');

:as_app;

SELECT is(pg_temp.sign_in(who), 'refused', who || ' may not sign in')
FROM unnest('{ann,bob}'::text[]) who;

:as_admin;

SELECT is(pg_temp.reeve_un('merge'), 'refused state', 'an undo of the merge is no way round it');

SELECT is(pg_temp.reeve_un('ban'), 'done', 'the ban is undone');

SELECT is(pg_temp.reeve_un('merge'), 'done', 'then the merge');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.rows_of('ann'), :'anns', 'ann has hers again');

SELECT is(pg_temp.rows_of('bob'), :'bobs', 'and bob his');

:as_app;

SELECT is(pg_temp.sign_in(who), 'noted', who || ' signs in again')
FROM unnest('{ann,bob}'::text[]) who;

RESET SESSION AUTHORIZATION;
