-- A database role is not enough: who bears it without a rank in this database gets nothing.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(19);
CREATE ROLE shop_nob LOGIN IN ROLE reeve_viewer, reeve_moderator, reeve_senior, reeve_auditor;
CREATE ROLE shop_out LOGIN;

-- Calls a function with NULL for each argument, as the login that the session is.
CREATE FUNCTION pg_temp.answer(f regprocedure) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  rows bigint;
BEGIN
  EXECUTE format('SELECT * FROM %s(%s)',
    f::oid::regproc, (
      SELECT string_agg('NULL::' || format_type(t, NULL), ', ')
      FROM pg_proc p, unnest(p.proargtypes) t WHERE p.oid = f));
  GET DIAGNOSTICS rows = ROW_COUNT;
  RETURN CASE WHEN rows = 0 THEN 'nothing' ELSE 'answers' END;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

CREATE TEMPORARY TABLE granted AS
SELECT p.oid::regprocedure AS f, p.proname::text COLLATE "default" AS name
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = 'reeve' AND p.prorettype <> 'trigger'::regtype
  AND has_function_privilege('shop_nob', p.oid, 'EXECUTE');
GRANT SELECT ON granted TO shop_nob, shop_out, shop_vic;


SELECT cmp_ok((SELECT count(*)::int FROM granted), '>', 50, 'there is something to try');

SET SESSION AUTHORIZATION shop_out;
SELECT is_empty($$SELECT name FROM granted WHERE pg_temp.answer(f) <> '42501'$$,
  'a login without a role of Reeve''s may call nothing');

SET SESSION AUTHORIZATION shop_nob;
SELECT results_eq(
  $$SELECT name FROM granted
    WHERE pg_temp.answer(f) IN ('answers', '42501') ORDER BY 1$$,
  ARRAY['act_place', 'batch_undo', 'case_link', 'case_next', 'client_oldest', 'client_require',
    'glass_break',
    'member_rank', 'record_seal', 'search_rule_remove', 'session_info', 'text_fold',
    'undo_perform', 'version_perform'],
  'one with all roles and no rank is answered by what tells it so, and by what records a refusal');
SELECT results_eq($$SELECT outcome || ' ' || code FROM reeve.case_next('shop', NULL, NULL)
    UNION ALL SELECT outcome || ' ' || code FROM reeve.undo_perform(1, 'x', NULL)
    UNION ALL SELECT outcome || ' ' || code
    FROM reeve.action_perform('ban', 'shop', 'person', '1', '{}', NULL)$$,
  ARRAY['refused rank', 'refused rank', 'refused rank'], 'that it is refused');
SELECT throws_ok($$SELECT reeve.enqueue(ARRAY['{"kind": "search.verify"}']::jsonb[])$$, 'RV002',
  NULL, 'no job of its own runs');
SELECT is((SELECT rank FROM reeve.session_info()), NULL, 'whoami says that it has no rank');
RESET SESSION AUTHORIZATION;
SELECT is_empty('SELECT FROM reeve.action UNION ALL SELECT FROM reeve.case', 'nothing was done');
SELECT is((SELECT count(*)::int FROM reeve.command WHERE actor = 'shop_nob' AND code = 'rank'), 9,
  'each refusal is on the record, those of calls without arguments, too');

-- What a viewer reads.
SET SESSION AUTHORIZATION shop_vic;
SELECT set_eq($$SELECT collection, personal, findable, verbs FROM reeve.console_catalog()
    WHERE app = 'shop'$$,
  $$VALUES ('person', '{email}'::text[], TRUE, '{ban,erase,hold}'::text[]),
    ('stall', '{}', TRUE, '{erase,hold}'), ('item', '{}', FALSE, '{erase,hide,hold}'),
    ('deal', '{}', FALSE, '{erase,hold}')$$,
  'the catalog that the console completes from');
SELECT results_eq('SELECT name, severity, strike_weight, duration
    FROM reeve.policy_list() WHERE app = ''shop''',
  $$VALUES ('fraud', 'medium', 1, NULL::interval), ('spam', 'high', 2, '7d')$$, 'the clauses');
SELECT is_empty('SELECT FROM reeve.view_list() WHERE app = ''shop''',
  'no reports, as the app has none');
SELECT throws_ok($$SELECT reeve.view_run('shop', 'none', '1', '{}')$$, 'RV003', NULL,
  'nor is one run');
SELECT results_eq($$SELECT field, value, is_masked FROM reeve.subject_show('shop', 'person', '1')
    WHERE field IN ('Full Name', 'email')$$,
  $$VALUES ('Full Name', 'Olga Owner', FALSE),
    ('email', (SELECT m.value FROM reeve.subject_show('shop', 'person', '1') m
      WHERE m.field = 'email'), TRUE)$$, 'a subject');
SELECT unalike((SELECT value FROM reeve.subject_show('shop', 'person', '1') WHERE field = 'email'),
  '%olga@%', 'without what is personal');
SELECT is_empty($$SELECT FROM reeve.subject_show('shop', 'person', '99')$$, 'no row, no fields');
SELECT results_eq('SELECT login, rank FROM reeve.member_subject_list() WHERE login LIKE ''shop%''',
  $$VALUES ('shop_ann', 'moderator'), ('shop_bob', 'moderator'), ('shop_sam', 'senior'),
    ('shop_vic', 'viewer')$$, 'the team');
SELECT throws_ok('SELECT reeve.audit_export(1, 1)', 'RV002', NULL, 'the chain is not for viewers');
SELECT throws_ok($$SELECT reeve.anchor_record(1, '00', 'a file')$$, 'RV002', NULL,
  'nor do they anchor it');
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT reeve.anchor_record(1, '00', 'a file')$$, 'RV004', NULL,
  'an anchor that the chain does not hold is refused');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
