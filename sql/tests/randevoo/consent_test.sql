-- The newsletter, to which people consent: given, withdrawn and given again by the app's servers,
-- part of what a person gets of theirs, counted for a merged account, and gone with an erasure.
BEGIN;

\ir fixture.sql

CREATE ROLE randevoo_test_server LOGIN IN ROLE randevoo_app, reeve_app;
CREATE ROLE randevoo_test_other LOGIN IN ROLE sotravel_app, reeve_app;
CREATE ROLE randevoo_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.who(label text) RETURNS text LANGUAGE sql STABLE
RETURN 'user:' || pg_temp.kept(label);

CREATE FUNCTION pg_temp.reeve_give(label text, version text, locale text) RETURNS timestamptz
LANGUAGE sql AS $$
  SELECT reeve.consent_give('randevoo', pg_temp.who(label), 'news', version, locale)
$$;

CREATE FUNCTION pg_temp.reeve_withdraw(label text) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT reeve.consent_withdraw('randevoo', pg_temp.who(label), 'news')
$$;

-- What somebody has consented to, newest first.
CREATE FUNCTION pg_temp.reeve_consents(label text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(concat_ws(' ', o.kind, o.version, o.language,
    CASE WHEN o.withdrawn_at IS NOT NULL THEN 'withdrawn' END), ', '), 'nothing')
  FROM reeve.consent_of('randevoo', pg_temp.who(label)) o
$$;

CREATE FUNCTION pg_temp.reeve_download(label text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(concat_ws(' ', d.data::jsonb ->> 'terms', d.data::jsonb ->> 'version',
    d.data::jsonb ->> 'language', CASE WHEN d.data::jsonb ->> 'given_at' IS NOT NULL THEN 'given'
      END, CASE WHEN d.data::jsonb ->> 'withdrawn_at' IS NOT NULL THEN 'withdrawn' END),
    ', ' ORDER BY d.data::jsonb ->> 'given_at'), 'nothing')
  FROM reeve.data_download('randevoo', pg_temp.who(label)) d WHERE d.part = 'consent'
$$;

CREATE FUNCTION pg_temp.reeve_act(verb text, label text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code)
  FROM reeve.action_perform(verb, 'randevoo', 'user', pg_temp.kept(label)::text, args, NULL) p
  CROSS JOIN LATERAL (SELECT pg_temp.keep('action', (p.detail ->> 'action_id')::bigint)) k
$$;

SELECT pg_temp.person(p) FROM unnest('{ann,old,bob}'::text[]) p \g /dev/null

-- What the catalog says.
SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT results_eq(
  $$SELECT t.kind, t.version, t.state, t.locales, t.is_consent, t.limit_name
    FROM reeve.term_list('randevoo') t WHERE t.is_consent$$,
  $$VALUES ('news', '2026-01', 'in force', '{en,it}'::text[], TRUE, NULL)$$,
  'the newsletter is a consent, in both languages of the app');

RESET SESSION AUTHORIZATION;

-- Given and withdrawn.
SET SESSION AUTHORIZATION randevoo_test_server;

SELECT is_empty($$SELECT FROM reeve.term_due('randevoo', pg_temp.who('ann'), 'it')
  WHERE kind = 'news'$$, 'nobody owes it');

SELECT is(pg_temp.reeve_withdraw('ann'), NULL, 'who has not given it has nothing to withdraw');

SELECT pg_temp.reeve_give('ann', '2026-01', 'it') AS given \gset

SELECT is(pg_temp.reeve_give('ann', '2026-01', 'en'), :'given'::timestamptz,
  'given twice, it is the first time');

SELECT is(pg_temp.reeve_consents('ann'), 'news 2026-01 it', 'to the text that they read');

SELECT throws_ok(format($$SELECT pg_temp.reeve_give('ann', %L, %L)$$, v.version, v.language),
  'RV001', NULL, v.words)
FROM (VALUES ('2026-02', 'it', 'not to a version that there is none of'),
  ('2026-01', 'fr', 'nor in a language that nobody wrote it in')) v(version, language, words);

SELECT throws_ok(
  $$SELECT reeve.term_accept('randevoo', pg_temp.who('ann'), 'news', '2026-01', 'it')$$,
  'RV001', NULL, 'it is no duty that is accepted');

SELECT ok(pg_temp.reeve_withdraw('ann') >= :'given', 'it is withdrawn');

SELECT is(pg_temp.reeve_withdraw('ann'), NULL, 'once');

SELECT ok(pg_temp.reeve_give('ann', '2026-01', 'en') > :'given', 'and given again');

SELECT is(pg_temp.reeve_consents('ann'), 'news 2026-01 en, news 2026-01 it withdrawn',
  'both times are kept');

-- By the app's servers alone.
:as_app;

SELECT throws_ok($$SELECT pg_temp.reeve_give('bob', '2026-01', 'it')$$, '42501', NULL,
  'a login of the app that is no member of reeve_app gives none');

SET SESSION AUTHORIZATION randevoo_test_other;

SELECT throws_ok(call, 'RV002', NULL, 'another app''s server has no part in it: ' || call)
FROM unnest(ARRAY[$$SELECT pg_temp.reeve_give('bob', '2026-01', 'it')$$,
  $$SELECT pg_temp.reeve_withdraw('ann')$$, $$SELECT pg_temp.reeve_consents('ann')$$,
  $$SELECT pg_temp.reeve_download('ann')$$]) call;

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT throws_ok($$SELECT pg_temp.reeve_give('bob', '2026-01', 'it')$$, '42501', NULL,
  'nor has the team');

SELECT results_eq($$SELECT o.title, o.locale, o.filed_by, o.withdrawn_by
    FROM reeve.consent_list('randevoo', 'user', pg_temp.kept('ann')::text, 9) o$$,
  $$VALUES ('Newsletter', 'en', 'randevoo_test_server', NULL),
    ('Newsletter', 'it', 'randevoo_test_server', 'randevoo_test_server')$$,
  'which sees who said so');

SELECT throws_ok($$SELECT reeve.term_remind('randevoo', 'news', NULL)$$, 'RV003', NULL,
  'and reminds nobody of it');

-- With what a person gets of theirs.
SET SESSION AUTHORIZATION randevoo_test_server;

SELECT is(pg_temp.reeve_download('ann'), 'news 2026-01 it given withdrawn, news 2026-01 en given',
  'a person gets both, each with its text and its times');

SELECT is(pg_temp.reeve_download('bob'), 'nothing', 'and nobody else''s');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT r.line::jsonb ->> 'terms', r.line::jsonb ->> 'language'
    FROM reeve.right_record((SELECT c FROM reeve.collection c WHERE c.app = 'randevoo'
      AND c.name = 'user'), pg_temp.kept('ann')::text, 'consent', 0, NULL) r$$,
  $$VALUES ('news', 'it'), ('news', 'en')$$, 'so does the team''s export of them');

SET SESSION AUTHORIZATION randevoo_test_server;

-- A merged account counts for the other while the merge stands.
SELECT pg_temp.reeve_give('old', '2026-01', 'it') \g /dev/null

SELECT is(pg_temp.reeve_consents('bob'), 'nothing', 'bob has not given it');

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT is(pg_temp.reeve_act('merge', 'old', jsonb_build_object('name', pg_temp.kept('bob'))),
  'done', 'an account of his that has is merged into his');

SET SESSION AUTHORIZATION randevoo_test_server;

SELECT is(pg_temp.reeve_consents('bob'), 'news 2026-01 it', 'it counts for him');

SELECT is(pg_temp.reeve_download('bob'), 'news 2026-01 it given', 'he gets it with what is his');

SELECT isnt(pg_temp.reeve_withdraw('bob'), NULL, 'and may withdraw it');

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT is((reeve.undo_perform(pg_temp.kept('action'), 'test', NULL)).outcome, 'done',
  'the merge is undone');

SET SESSION AUTHORIZATION randevoo_test_server;

SELECT is(pg_temp.reeve_consents('bob'), 'nothing', 'he has it no more');

SELECT is(pg_temp.reeve_consents('old'), 'news 2026-01 it withdrawn', 'a withdrawal stays');

-- An erasure.
SELECT pg_temp.reeve_give('bob', '2026-01', 'en') \g /dev/null

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT is(pg_temp.reeve_act('erase', 'ann', '{"why": "asked"}'), 'done', 'ann is erased');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT string_agg(o.key, ',' ORDER BY o.consent_id) FROM reeve.consent o
    WHERE o.filed_by = 'randevoo_test_server'),
  concat_ws(',', pg_temp.kept('old'), pg_temp.kept('bob')),
  'nothing is left of what she consented to, and of others all');

SET SESSION AUTHORIZATION randevoo_test_server;

SELECT throws_ok($$SELECT pg_temp.reeve_give('ann', '2026-01', 'it')$$, 'RV004', NULL,
  'who is erased consents to nothing');

SELECT is(pg_temp.reeve_consents('bob'), 'news 2026-01 en', 'bob''s stands');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
