-- Terms in versions and languages: who accepted them, who has not, what is done about it, and which
-- version an action keeps.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
CREATE ROLE shop_app LOGIN;
CREATE ROLE other_app LOGIN;
GRANT reeve_app TO shop_app, other_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
SELECT set_config('test.nonce', :'nonce', FALSE) \g /dev/null
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD made_at date NOT NULL DEFAULT current_date;
UPDATE "Odd Shop".item SET made_at = current_date - 200 WHERE nr = 1;
RESET ROLE;
-- The days are counted from today: three versions, of which the second is in force.
CREATE FUNCTION pg_temp.day(n int) RETURNS text LANGUAGE sql AS $$
  SELECT to_char((clock_timestamp() AT TIME ZONE 'UTC')::date + n, 'YYYY-MM-DD')
$$;
CREATE FUNCTION pg_temp.terms() RETURNS jsonb LANGUAGE sql AS $$
SELECT jsonb_set(jsonb_set(jsonb_set(pg_temp.manifest() || jsonb_build_object(
  'actions', pg_temp.manifest() -> 'actions' || '[
    {"verb": "warn", "collection": "person", "effects": [{"name": "told", "collection": "person",
      "notify": [{"to": "self", "template": "warned"}]}]},
    {"verb": "hide", "collection": "item", "effects": [
      {"name": "item", "collection": "item", "hide": true},
      {"name": "owner", "collection": "stall", "list": true,
        "where": "t.code = ($1[1]::jsonb ->> 0)",
        "notify": [{"to": "owner", "template": "warned"}]}]},
    {"verb": "limit", "collection": "person"}]'::jsonb,
  'templates', pg_temp.manifest() -> 'templates' || '{
    "warned": {"en": {"subject": "Warning", "body": "{policy} ({terms} {version}): {reason}"}},
    "terms-reminder": {"en": {"subject": "{terms}", "body":
      "{label}: accept version {version} of {effective} before {until|time}."}}}',
  'terms', jsonb_build_object('use', jsonb_build_object(
    'title', 'Terms of use', 'of', 'person',
    'limit', '{"name": "deals", "after": "3 days"}'::jsonb,
    'versions', jsonb_build_object(
      '1', jsonb_build_object('effective', pg_temp.day(-100), 'texts',
        '{"en": {"title": "Terms", "text": "Be good."}}'::jsonb),
      '2', jsonb_build_object('effective', pg_temp.day(-10), 'texts',
        '{"en": {"title": "Terms", "text": "Be better."},
          "it": {"title": "Condizioni", "text": "Meglio."}}'::jsonb),
      '3', jsonb_build_object('effective', pg_temp.day(30), 'texts',
        '{"en": {"title": "Terms", "text": "Be best."}}'::jsonb)))),
  'replies', '{"silk": {"policy": "fraud", "texts": {
    "en": "{label} is no silk ({policy}).", "it": "{label} non è seta."}},
    "lasts": {"policy": "spam", "texts": {"en": "Until {until|time}."}}}'::jsonb),
  '{policies,fraud,terms}', '"use"'), '{collections,item,created}', '"made_at"'),
  '{collections,person,limits}', '{"deals": {"help": "make deals", "guards": [
    {"table": "deal", "actor": ["buyer_id"], "writes": ["insert"]}]}}')
$$;
-- The second declaration of hide replaces the first.
CREATE FUNCTION pg_temp.whole() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.terms(), '{actions}', (
    SELECT jsonb_agg(a.value ORDER BY a.place)
    FROM jsonb_array_elements(pg_temp.terms() -> 'actions') WITH ORDINALITY a(value, place)
    WHERE a.place <> 2))
$$;
SELECT is((SELECT string_agg(c.path || ' ' || c.message, E'\n')
  FROM reeve.catalog_check(pg_temp.whole()) c), NULL, 'terms and replies are checked');
SELECT count(*) FROM reeve.catalog_apply(pg_temp.whole()) \g /dev/null
SELECT is((SELECT manifest #>> '{terms,use,versions,1,texts,en,text}' FROM reeve.app
  WHERE app = 'shop'), NULL, 'the catalog as applied does not repeat the texts');
SELECT is((SELECT count(*) FROM reeve.catalog_apply((SELECT manifest FROM reeve.app
  WHERE app = 'shop'))), 0::bigint, 'applied again from there, nothing changes');
SELECT is((SELECT string_agg(x.body, ' ' ORDER BY x.body) FROM reeve.term_text x
  JOIN reeve.term_version v USING (term_id) WHERE v.app = 'shop'), 'Be best. Be better. '
  'Be good. Meglio.', 'and the texts stay');

-- Published versions.
CREATE FUNCTION pg_temp.faults(path text[], value jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(f.path || ' ' || f.code, ', ' ORDER BY f.path)
  FROM reeve.catalog_check_terms(jsonb_set(pg_temp.whole(), faults.path, value)) f
$$;
SELECT is(pg_temp.faults('{terms,use,versions,1,texts,en,text}', '"Be bad."'),
  '/terms/use/versions/1/texts/en published', 'another text under a published version is refused');
SELECT is(pg_temp.faults('{terms,use,versions,3,effective}', to_jsonb(pg_temp.day(31))),
  '/terms/use/versions/3/effective published', 'so is another day');
SELECT is(pg_temp.faults('{terms,use,versions}', (pg_temp.whole() #> '{terms,use,versions}') - '1'),
  '/terms/use/versions published', 'and its removal');
SELECT is(pg_temp.faults('{terms,use,versions,2,texts}', '{"en": {"title": "Terms", "text":
  "Be better."}}'), '/terms/use/versions/2/texts published', 'or that of a language');
SELECT is(pg_temp.faults('{terms,use,versions,2,texts,fr}', '{"title": "C", "text": "Mieux."}'),
  NULL, 'a further language is not');
SELECT is(pg_temp.faults('{terms,use,versions,4}', jsonb_build_object('effective', pg_temp.day(0),
  'texts', '{"en": {"title": "T", "text": "x"}}'::jsonb)), '/terms/use/versions/4/effective past',
  'a version that is in force before it is announced is refused');
SELECT is(pg_temp.faults('{terms,use,versions,4}', jsonb_build_object('effective', pg_temp.day(-50),
  'texts', '{"en": {"title": "T", "text": "x"}}'::jsonb)), '/terms/use/versions/4/effective past',
  'and one from the past');
SELECT is(pg_temp.faults('{terms,use,versions,4}', jsonb_build_object('effective', pg_temp.day(30),
  'texts', '{"en": {"title": "T", "text": "x"}}'::jsonb)), '/terms/use/versions/3/effective twice, '
  '/terms/use/versions/4/effective twice', 'two versions for one day are refused');
SELECT is(pg_temp.faults('{terms,use,versions,4}', jsonb_build_object('effective', '2026-02-30',
  'texts', '{}'::jsonb)), '/terms/use/versions/4/effective date, /terms/use/versions/4/texts empty',
  'there is no 30 February');
SELECT is(pg_temp.faults('{policies,spam,terms}', '"privacy"'), '/policies/spam/terms missing',
  'a policy is a clause of terms that there are');
SELECT is(pg_temp.faults('{terms,use,limit,name}', '"posts"'), '/terms/use/limit/name missing',
  'a limit of terms is one of the collection');
SELECT is(pg_temp.faults('{collections,item,created}', '"title"'), '/collections/item/created type',
  'created is a date or a time');
SELECT is(pg_temp.faults('{replies,silk,texts,fr}', '"{name}"'), '/replies/silk/texts/fr '
  'placeholder', 'a reply has the placeholders of notices only');

-- The app's own login.
SET SESSION AUTHORIZATION shop_app;
SELECT results_eq($$SELECT version, is_in_force, language, body FROM reeve.term_due('shop',
  'person:1', 'it-CH')$$, $$VALUES ('2', TRUE, 'it', 'Meglio.'), ('3', FALSE, 'en', 'Be best.')$$,
  'a person has to accept what is in force, and may accept what is announced');
SELECT ok(reeve.term_accept('shop', 'person:1', 'use', '2', 'it') IS NOT NULL, 'they accept it');
SELECT reeve.term_accept('shop', 'person:1', 'use', '2', 'en') AS again \gset
SELECT ok(reeve.term_accept('shop', 'person:3', 'use', '3', 'en') IS NOT NULL,
  'or what is announced');
SELECT is((SELECT string_agg(version, ',') FROM reeve.term_due('shop', 'person:1')), '3',
  'then less is left');
SELECT is((SELECT string_agg(version, ',') FROM reeve.term_due('shop', 'person:3')), NULL,
  'whoever has accepted a later version has accepted all');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:2', 'use', '1', 'en')$$, 'RV001',
  'version 1 of the terms use is no longer in force', 'a version from the past is refused');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:2', 'use', '9', 'en')$$, 'RV001', NULL,
  'so is one that there is not');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:2', 'use', '3', 'it')$$, 'RV001', NULL,
  'and a language');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:2', 'privacy', '1', 'en')$$, 'RV001',
  NULL, 'and a kind');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'stall:c', 'use', '2', 'en')$$, 'RV001', NULL,
  'stalls accept nothing');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:99', 'use', '2', 'en')$$, 'RV004', NULL,
  'nor does nobody');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:x', 'use', '2', 'en')$$, 'RV004', NULL,
  'nor what is no key');
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'user:1', 'use', '2', 'en')$$, 'RV003', NULL,
  'nor a person of another app');
SELECT throws_ok($$SELECT reeve.term_accept('shop', NULL, NULL, NULL, NULL)$$, NULL, NULL,
  'NULL is nobody');
SELECT throws_ok($$SELECT * FROM reeve.term_pending('shop', 'use', NULL, 10)$$, '42501', NULL,
  'the app does not list who has not');
SELECT throws_ok('INSERT INTO reeve.acceptance(term_id, collection_id, key, locale, filed_by) '
  'VALUES (1, 1, ''2'', ''en'', ''x'')', '42501', NULL, 'nor writes acceptances itself');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION other_app;
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:2', 'use', '2', 'en')$$, 'RV002', NULL,
  'another app''s login accepts for nobody');
SELECT throws_ok($$SELECT * FROM reeve.term_due('shop', 'person:2')$$, 'RV002', NULL,
  'nor learns what they have to');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(key || ' ' || locale || ' ' || filed_by, ', ' ORDER BY key)
  FROM reeve.acceptance), '1 it shop_app, 3 en shop_app', 'accepted twice is the first acceptance');

-- Who has not, and reminders.
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_perform('ban', 'shop', 'person', '4', '{"policy": "spam", "for": "1d"}', NULL)
\g /dev/null
SELECT string_agg(key, ',') AS keys, string_agg(key, ',') FILTER (WHERE is_barred) AS barred
FROM reeve.term_pending('shop', 'use', NULL, 10) \gset
SELECT key AS next FROM reeve.term_pending('shop', NULL, '2', 1) \gset
SELECT * FROM reeve.term_count('shop', NULL) \gset c_
SELECT outcome AS refused FROM reeve.term_remind('shop', 'use') \gset
SELECT throws_ok($$SELECT * FROM reeve.term_pending('shop', 'privacy', NULL, 10)$$, 'RV003', NULL,
  'terms that there are not');
RESET SESSION AUTHORIZATION;
SELECT is(:'keys'::text, '2,4', 'who has accepted neither this version nor a later one');
SELECT is(:'barred'::text, '4', 'and who of them is banned');
SELECT is(:'next'::text, '4', 'page by page');
SELECT is(:'c_people' || ' ' || :'c_pending' || ' ' || :'c_barred' || ' ' || :'c_reminded',
  '4 2 1 0', 'and how many');
SELECT is(:'refused'::text, 'refused', 'a moderator reminds nobody');
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome, message FROM reeve.term_remind('shop', 'use') \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'a senior does: ' || :'message');
CREATE FUNCTION pg_temp.remind() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  j reeve.job := (SELECT x FROM reeve.job x JOIN reeve.job_kind k USING (kind_id)
    WHERE k.name = 'terms.remind' ORDER BY x.job_id DESC LIMIT 1);
  s reeve.job_step := reeve.term_remind_step(j, NULL, 100);
BEGIN
  RETURN s.state || ' ' || s.done || ' ' || coalesce(s.checkpoint ->> 'after', '');
END
$$;
SELECT is(pg_temp.remind(), 'running 1 4', 'one is reminded, the banned one not');
SELECT is(pg_temp.remind(), 'running 0 4', 'and not twice');
SELECT is((SELECT x.body FROM reeve.outbox o CROSS JOIN LATERAL reeve.outbox_text('shop', o) x
  WHERE o.template = 'terms-reminder'), format(
    'Bert Buyer: accept version 2 of %s before %s 0%s:00.', pg_temp.day(-10), pg_temp.day(-7),
    CASE WHEN (pg_temp.day(-7)::timestamp AT TIME ZONE 'UTC')
      AT TIME ZONE 'Europe/Rome' = pg_temp.day(-7)::timestamp + interval '2 h' THEN 2 ELSE 1 END),
  'the notice names terms, version and days');
UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_sam';
SELECT is(pg_temp.remind(), 'discarded 0 ', 'a job of whom was a senior reminds nobody');
UPDATE reeve.member SET rank = 'senior' WHERE role_name = 'shop_sam';

-- The limit, by time as a parameter.
SELECT reeve.term_limit_sweep(
  (pg_temp.day(-10)::timestamp AT TIME ZONE 'UTC') + interval '2 days', 20, NULL) AS n \gset
SELECT is(:n, 0, 'before the day nobody is limited');
UPDATE reeve.term SET scanned_at = NULL;
SELECT reeve.term_limit_sweep(clock_timestamp(), 20, NULL) AS n \gset
SELECT is(:n, 1, 'after it, whoever has not accepted, unless they are banned');
SELECT reeve.term_limit_sweep(clock_timestamp(), 20, NULL) AS n \gset
SELECT is(:n, 0, 'once');
SELECT is((SELECT a.verb || ' ' || a.key || ' ' || a.actor || ' ' || a.name || ' '
    || coalesce(a.policy, '-') || ' ' || a.public_reason
  FROM reeve.action a WHERE a.action_id = (SELECT action_id FROM reeve.term_limit)),
  'limit 2 system:terms.limit deals - Terms of use, 2', 'the limit is an action on record');
SELECT is((SELECT count(*) FROM reeve.strike s JOIN reeve.term_limit USING (action_id)), 0::bigint,
  'and no strike');
SELECT throws_ok($$INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state) VALUES
  (90, 'c', 2, 'void')$$, NULL, NULL, 'it is enforced as any limit is');
SELECT reeve.term_lift(20, NULL) AS n \gset
SELECT is(:n, 0, 'it lasts');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.term_accept('shop', 'person:2', 'use', '2', 'en') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'moderation.lift' AND j.app = 'shop' AND j.principal = 'shop_app'), 1::bigint,
  'until they accept, which wakes a worker');
SELECT reeve.term_lift(20, NULL) AS n \gset
SELECT is(:n, 1, 'and it ends');
SELECT lives_ok($$INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state) VALUES
  (90, 'c', 2, 'void')$$, 'and so does its enforcement');
SELECT is((SELECT u.verb || ' ' || u.actor FROM reeve.action u JOIN reeve.term_limit l
  ON l.action_id = u.reverses), 'lift system:moderation.lift', 'by an action on record');
-- An undo by the team holds.
DELETE FROM reeve.acceptance WHERE key = '2';
DELETE FROM reeve.term_limit;
UPDATE reeve.term SET scanned_at = NULL, scan_key = NULL;
SELECT reeve.term_limit_sweep(clock_timestamp(), 20, NULL) AS n \gset
SELECT is(:n, 1, 'somebody is limited');
SELECT action_id AS a FROM reeve.term_limit \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.undo_perform(:a, 'asked by phone', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'a moderator undoes it');
UPDATE reeve.term SET scanned_at = NULL;
SELECT reeve.term_limit_sweep(clock_timestamp(), 20, NULL) AS n \gset
SELECT is(:n, 0, 'and they are not limited again for this version');
SELECT reeve.term_lift(20, NULL) \g /dev/null
SELECT isnt((SELECT ended_at FROM reeve.term_limit), NULL, 'which is noted');

-- What an action keeps.
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]', '{"policy": "fraud"}', NULL)
\g /dev/null
SELECT reeve.action_perform('hide', 'shop', 'item', '["a-1", 2]', '{"policy": "fraud"}', NULL)
\g /dev/null
SELECT reeve.action_perform('warn', 'shop', 'person', '3', '{"policy": "spam"}', NULL) \g /dev/null
SELECT reeve.action_perform('warn', 'shop', 'person', '3', '{"policy": "fraud"}', NULL)
\g /dev/null
RESET SESSION AUTHORIZATION;
SELECT max(action_id) FILTER (WHERE key = '["a-1", 1]') AS old,
  max(action_id) FILTER (WHERE key = '["a-1", 2]') AS new,
  max(action_id) FILTER (WHERE verb = 'warn' AND policy = 'spam') AS spam,
  max(action_id) FILTER (WHERE verb = 'warn' AND policy = 'fraud') AS warned
FROM reeve.action \gset
UPDATE reeve.policy SET clause = clause;
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.whole(), '{policies,fraud,clause}',
  '"No fraud at all."')) \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT version, clause, deed_at::date::text AS day FROM reeve.action_clause(:new) \gset new_
SELECT coalesce(version, 'none') AS version FROM reeve.action_clause(:old) \gset old_
SELECT coalesce(version, 'none') AS version, clause FROM reeve.action_clause(:spam) \gset spam_
SELECT version, coalesce(deed_at::text, 'unknown') AS day FROM reeve.action_clause(:warned)
\gset warned_
SELECT terms FROM reeve.subject_history('shop', 'item', '["a-1", 2]', 10) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'new_version' || ' ' || :'new_clause' || ' ' || :'new_day',
  '2 No fraud. ' || pg_temp.day(0), 'an action keeps its clause and the version of its day');
SELECT is(:'old_version'::text, 'none', 'what was made before the first version broke none');
SELECT is(:'spam_version' || ' ' || :'spam_clause', 'none No spam.',
  'a policy that is no clause of terms has no version');
SELECT is(:'warned_version' || ' ' || :'warned_day', '2 unknown',
  'where no date is known, the action''s counts');
SELECT is(:'terms'::text, 'use 2', 'the history names it');
SELECT alike((SELECT x.body FROM reeve.outbox o CROSS JOIN LATERAL reeve.outbox_text('shop', o) x
  WHERE o.action_id = :warned), E'Fraud (Terms of use 2): No fraud.\n\n%', 'so does a notice');
SELECT is((SELECT string_agg(problem, ', ') FROM reeve.audit_faults(1)
  WHERE action_id IN (:old, :new, :spam, :warned)), NULL, 'the record has it as it was sealed');
UPDATE reeve.action SET term_id = (SELECT term_id FROM reeve.term_version WHERE version = '3')
WHERE action_id = :new;
SELECT is((SELECT string_agg(problem, ', ') FROM reeve.audit_faults(1)
  WHERE action_id = :new), 'the action differs from what was sealed',
  'and another version would show');

-- Saved replies.
SET SESSION AUTHORIZATION shop_ann;
SELECT message FROM reeve.action_perform('warn', 'shop', 'person', '1',
  '{"policy": "fraud", "public": "@velvet"}', NULL) \gset unknown_
SELECT message FROM reeve.action_perform('warn', 'shop', 'person', '1',
  '{"policy": "spam", "public": "@silk"}', NULL) \gset other_
SELECT message FROM reeve.action_perform('warn', 'shop', 'person', '1',
  '{"policy": "spam", "public": "@lasts"}', NULL) \gset lasts_
SELECT reeve.action_plan('warn', 'shop', 'person', '1', '{"policy": "fraud", "public": "@silk"}')
  ->> 'public' AS planned \gset
SELECT detail ->> 'action_id' AS a FROM reeve.action_perform('warn', 'shop', 'person', '1',
  '{"policy": "fraud", "public": "@silk"}', NULL) \gset
SELECT reply FROM reeve.action_clause(:a) \gset
SELECT string_agg(name || ' ' || version || ' ' || locale, ', ') AS replies FROM
  reeve.reply_list('shop') \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'unknown_message'::text, 'there is no saved reply @velvet (one of: @silk)',
  'an unknown reply is refused');
SELECT is(:'other_message'::text, 'the saved reply @silk is for the policy fraud, not spam',
  'so is one for another policy');
SELECT is(:'lasts_message'::text, 'the saved reply @lasts needs {until}, which a warn has not',
  'and one that says what the action has not');
SELECT is(:'planned'::text, 'Olga Owner is no silk (Fraud).', 'the plan shows the text');
SELECT is(:'reply'::text, '@silk 1', 'the action keeps the reply and its version');
SELECT is(:'replies'::text, 'lasts 1 en, silk 1 en, silk 1 it', 'replies are listed');
SELECT is((SELECT public_reason FROM reeve.action WHERE action_id = :a),
  'Olga Owner is no silk (Fraud).', 'and the reason that it made');
SELECT is((SELECT arguments ->> 'reason' FROM reeve.outbox WHERE action_id = :a),
  'Olga Owner is no silk (Fraud).', 'the notice says it in the reader''s language');
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.whole(), '{replies,silk,texts,en}',
  '"No silk."')) \g /dev/null
SELECT is((SELECT string_agg(name || ' ' || version, ', ' ORDER BY name) FROM reeve.reply
  WHERE is_live AND app = 'shop'), 'lasts 1, silk 2', 'a changed text is a new version');
SELECT is((SELECT string_agg(problem, ', ') FROM reeve.audit_faults(1)
  WHERE action_id = :a), NULL, 'and the action has the earlier one');

-- Erasure.
CREATE FUNCTION pg_temp.erased(way text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reeve.term SET erase = way;
  PERFORM FROM reeve.erase_own(reeve.collection_resolve('shop', 'person'), '{1}', '{}', 1, FALSE);
  RETURN (SELECT coalesce(string_agg(CASE WHEN key LIKE 'erased %' THEN 'nobody' ELSE key END
    || ' ' || locale, ','), 'none')
    FROM reeve.acceptance WHERE key <> '3');
END
$$;
SELECT is(pg_temp.erased('keep'), '1 it', 'erasure keeps that the key accepted');
SELECT is(pg_temp.erased('anonymise'), 'nobody it', 'or that somebody did');
UPDATE reeve.acceptance SET key = '1' WHERE key <> '3';
SELECT is(pg_temp.erased('delete'), 'none', 'or nothing, as the catalog says');
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT reeve.term_accept('shop', 'person:1', 'use', '2', 'en')$$, 'RV004', NULL,
  'an erased person accepts nothing');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT string_agg(key, ',') AS keys FROM reeve.term_pending('shop', 'use', NULL, 10) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'keys'::text, '2,4', 'nor has to');
SELECT finish();
ROLLBACK;
