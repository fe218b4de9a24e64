-- Erasure: in every place, by two seniors, for good; and legal hold, which stops it.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(93);

\ir ../fixtures/worker.sql

ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;

CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'proposed' THEN message END)
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_approve(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.approval_perform('approve', id, 'lawful', NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(action_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(action_id, 'test', NULL)
$$;

-- Where in the database words are still to be read: plain, in bytes, in base64.
CREATE FUNCTION pg_temp.reeve_traces(words text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  r regclass;
  n bigint;
BEGIN
  FOR r IN
    SELECT c.oid FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace IN (
      'reeve'::regnamespace, 'reeve_index'::regnamespace, 'reeve_stage'::regnamespace,
      '"Odd Shop"'::regnamespace)
  LOOP
    EXECUTE format('SELECT count(*) FROM %s x WHERE EXISTS (
      SELECT FROM unnest($1) w WHERE x::text ILIKE ''%%'' || w || ''%%''
        OR x::text LIKE ''%%'' || encode(w::bytea, ''hex'') || ''%%''
        OR x::text LIKE ''%%'' || encode(w::bytea, ''base64'') || ''%%'')', r)
    INTO n USING words;
    IF n > 0 THEN
      RETURN NEXT format('%s: %s', r, n);
    END IF;
  END LOOP;
END
$$;

-- Every place that there is says what becomes of it.
SELECT set_eq($$
  SELECT c.relname::text || '.' || a.attname
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  JOIN pg_type y ON y.oid = a.atttypid
  LEFT JOIN pg_type i ON i.oid = y.typelem AND y.typcategory = 'A'
  WHERE c.relnamespace = 'reeve'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped
    AND coalesce(i.typname, y.typname) IN (
      'text', 'varchar', 'bpchar', 'name', 'json', 'jsonb', 'bytea', 'xml', 'hstore')
    AND c.relname <> 'migration'$$,
  $$SELECT DISTINCT e.relation || '.' || btrim(n)
  FROM reeve.erase_targets() e CROSS JOIN unnest(e.columns) n WHERE e.relation <> 'migration'$$,
  'every column of Reeve''s own that can hold text has its line in reeve.erase_targets');

-- Distinctive words in every place.
UPDATE "Odd Shop"."Person" SET "Full Name" = 'Qxolga Zvowner', email = 'qxolga@zv.example'
WHERE id = 1;
UPDATE "Odd Shop".stall SET title = 'Qxstall ' || code WHERE owner_id = 1;
UPDATE "Odd Shop".item SET title = 'Qxthing number ' || nr WHERE stall_code = 'a-1';
\ir ../fixtures/index.sql
SELECT pg_temp.index_build('shop', 'item') \g /dev/null
SELECT pg_temp.index_build('shop', 'item') \g /dev/null
SELECT collection_id AS person FROM reeve.collection WHERE app = 'shop' AND name = 'person' \gset
SELECT reeve.report_file('shop', 'person', '1', 'qxolga wrote me', 'spam', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'item', '["a-1", 1]', 'qxthing is a copy', NULL, 'person:3')
\g /dev/null
SELECT reeve.report_file('shop', 'person', '2', 'says qxolga', 'spam', 'person:1') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT count(*) FROM reeve.case_queue('shop', NULL, NULL, FALSE, 10) \g /dev/null
SELECT is(pg_temp.reeve_act('note', 'person', '1', '{"why": "qxolga phoned"}'), 'done', 'a note');
SELECT is(pg_temp.reeve_act('tag', 'person', '1', '{"name": "qxolga", "why": "qxolga"}'), 'done',
  'a tag');
SELECT is(pg_temp.reeve_act('suspend', 'person', '1', '{"policy": "spam", "for": "7d",
  "why": "qxolga spams", "public": "Dear Qxolga"}'), 'done', 'a suspension');
SELECT is(pg_temp.reeve_act('ban', 'person', '1', '{"policy": "spam", "forever": true,
  "why": "qxolga again"}'), 'proposed approval P1', 'a proposal');
SELECT outcome FROM reeve.case_next(NULL, NULL, 'spam') \g /dev/null
RESET SESSION AUTHORIZATION;
UPDATE reeve.outbox SET state = 'sent', sent_at = now(), error = 'no qxolga' WHERE key = '1';
INSERT INTO reeve.appeal(action_id, actors, collection_id, key, words, filed_by)
SELECT max(action_id), '{shop_ann}', :person, '1', 'I am Qxolga', 'app' FROM reeve.action;
INSERT INTO reeve.case_reason(command_id, case_id, reason)
SELECT (SELECT max(command_id) FROM reeve.command), min(case_id), 'qxolga' FROM reeve.case
WHERE collection_id = :person AND key = '1'
ON CONFLICT (command_id) DO UPDATE SET reason = EXCLUDED.reason, case_id = EXCLUDED.case_id;
INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT 'test.mail', queue_id, '{reeve_owner}' FROM reeve.queue WHERE name = 'default';
SELECT reeve.job_put(ARRAY[jsonb_build_object('kind', 'test.mail', 'args',
  '{"to": "qxolga@zv.example"}'::jsonb, 'app', 'shop', 'collection_id', :person, 'subject_key', '1',
  'unique_key', 'mail qxolga@zv.example')], NULL) AS mail \gset
SELECT trim(:'mail', '{}') AS mail \gset
INSERT INTO reeve.job_log(job_id, day, lease, line)
SELECT job_id, day, 1, 'mailing qxolga' FROM reeve.job WHERE job_id = :mail;
INSERT INTO reeve.job_progress(job_id, lease, done, note, checkpoint)
VALUES (:mail, 1, 1, 'qxolga', '{"at": "qxolga"}');
INSERT INTO reeve.job_reason(command_id, subject, reason)
SELECT max(command_id), 'job ' || :mail, 'for qxolga' FROM reeve.command;
INSERT INTO reeve.import(app, source, mapping, file, file_mark, declared, read, quarantined,
  finished_at)
VALUES ('shop', 'people', '{}', 'people.csv', '1', 2, 2, 2, now());
INSERT INTO reeve.quarantine(import_id, record, line, byte_offset, code, reason, original, is_cut)
SELECT max(import_id), n, n, n, '23505', CASE n WHEN 1 THEN 'Key (email)=(qxolga@zv.example)'
  ELSE 'other' END, convert_to(CASE n WHEN 1 THEN '{"e": "QXOLGA@zv.example", "n": "Zvowner"}'
  ELSE '{"e": "else@example.org"}' END, 'UTF8'), FALSE
FROM reeve.import CROSS JOIN generate_series(1, 2) n GROUP BY n;
INSERT INTO reeve.import_key(app, source, digest, content)
SELECT 'shop', 'people', md5(ROW(v)::text)::uuid, gen_random_uuid()
FROM unnest('{qxolga@zv.example,else@example.org}'::text[]) v;
INSERT INTO reeve.live_copy(app, name, mapping, source, target, statements, total)
VALUES ('shop', 'people', '{}', '"Odd Shop"."Person"', '"Odd Shop".stall', '{}', 1)
RETURNING copy_id \gset
INSERT INTO reeve.live_copy_reject(copy_id, key, code, reason)
VALUES (:copy_id, '1', '23505', 'Key (email)=(qxolga@zv.example) exists');
DELETE FROM reeve.change_reader WHERE name = 'copy.' || :copy_id;
SELECT set_has($$SELECT split_part(t, ':', 1)
  FROM pg_temp.reeve_traces('{qxolga,zvowner,qxstall,qxthing,zv.example}') t$$,
  $$VALUES ('reeve.label'), ('reeve.action'), ('reeve.mark'), ('reeve.approval'),
    ('reeve.report'), ('reeve.case_reason'), ('reeve.appeal'), ('reeve.outbox'), ('reeve.job'),
    ('reeve.job_log'), ('reeve.job_progress'), ('reeve.job_reason'), ('reeve.job_key'),
    ('reeve.quarantine'), ('reeve.live_copy_reject'), ('"Odd Shop"."Person"'),
    ('"Odd Shop".stall'), ('"Odd Shop".item')$$, 'the words are everywhere');

-- Asked for.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('erase', 'person', '1', '{"why": "asked"}'), 'refused rank',
  'a moderator erases nothing');
SELECT is(pg_temp.reeve_act('hold', 'person', '1', '{"why": "court"}'), 'refused rank',
  'nor puts anything under legal hold');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(jsonb_strip_nulls(
      reeve.action_plan('erase', 'shop', 'person', '1', '{"why": "asked"}'))
    - 'effects' - 'version' - 'people' - 'notices' - 'notified'
    - 'app' - 'collection' - 'key' - 'kind' - 'protects'
    - 'until',
  '{"verb": "erase", "label": "Qxolga Zvowner", "danger": "severe", "irreversible": 0,
    "enforced": true, "keeps": "Deals.",
    "approval": {"rules": ["erasure"], "others": ["shop_sue"]}}'::jsonb
    || jsonb_build_object('irreversible',
      reeve.action_plan('erase', 'shop', 'person', '1', '{"why": "asked"}') -> 'irreversible'),
  'the plan says what stays and whom it needs');
SELECT is((SELECT e ->> 'rows' FROM jsonb_array_elements(
    reeve.action_plan('erase', 'shop', 'person', '1', '{"why": "asked"}') -> 'effects') e
  WHERE e ->> 'name' = 'item: title'), '8', 'and counts the rows of each place');
SELECT is((SELECT e ->> 'rows' FROM jsonb_array_elements(
    reeve.action_plan('erase', 'shop', 'person', '1', '{"why": "asked"}') -> 'effects') e
  WHERE e ->> 'name' = 'reeve.quarantine: records that imports could not take and that name it'),
  '1', 'Reeve''s own as well');
SELECT is(pg_temp.reeve_act('erase', 'person', '1', '{}'), 'refused argument', 'it needs a reason');
SELECT is(pg_temp.reeve_act('erase', 'person', '1', '{"why": "qxolga zvowner asked"}'),
  'refused argument', 'which stays, and so names nobody');
SELECT is(pg_temp.reeve_act('erase', 'person', '1', '{"why": "asked"}'), 'proposed approval P2',
  'it needs a second person');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT "Full Name" FROM "Odd Shop"."Person" WHERE id = 1), 'Qxolga Zvowner',
  'until then nothing is erased');

-- Legal hold.
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_act('hold', 'item', '["a-1", 3]', '{"why": "court", "for": "30d"}'), 'done',
  'a senior puts something under legal hold');
SELECT is(pg_temp.reeve_act('hold', 'item', '["a-1", 3]', '{"why": "another court"}'), 'done',
  'for two causes, if need be');
SELECT is((SELECT count(*)::int FROM reeve.hold_list('shop')), 2, 'both are listed');
SELECT is(pg_temp.reeve_approve(2), 'refused held',
  'what a hold keeps is not erased, nor what it is of');
SELECT matches((SELECT message FROM reeve.approval_perform('approve', 2, NULL, NULL)),
  '^item:\["a-1", 3\] is under legal hold by A\d+ of shop_sue', 'it says whose hold');
SELECT is(reeve.action_plan('erase', 'shop', 'stall', 'a-1', '{"why": "asked"}')
    #>> '{refusal,code}', 'held', 'so does the plan');
SELECT is(pg_temp.reeve_undo((SELECT min(action_id) FROM reeve.hold_list('shop'))), 'done',
  'one ends');
SELECT is(pg_temp.reeve_approve(2), 'refused held', 'the other holds');
SELECT is(pg_temp.reeve_undo((SELECT min(action_id) FROM reeve.hold_list('shop'))), 'done',
  'both end');
SELECT is(pg_temp.reeve_act('hold', 'person', '3', '{"why": "court"}'), 'done',
  'a hold on a buyer');
SELECT is(pg_temp.reeve_approve(2), 'refused held', 'keeps what hangs on the buyer, a deal');
SELECT is(pg_temp.reeve_undo((SELECT min(action_id) FROM reeve.hold_list('shop'))), 'done',
  'it ends');
RESET SESSION AUTHORIZATION;

-- Done.
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT string_agg(DISTINCT f.kind, ' ' ORDER BY f.kind)
    FROM reeve.written_search('shop', 'qxolga', NULL, NULL, 99) f),
  'appeal case note reason report', 'what was written is found');
SELECT is(pg_temp.reeve_approve(2), 'done', 'approved, it is done');
SELECT is((SELECT count(*)::int FROM reeve.written_search(NULL, 'qxolga', NULL, NULL, 99)), 0,
  'and at once not found any more');
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS erasure FROM reeve.action WHERE verb = 'erase' \gset
SELECT results_eq('SELECT id, "Full Name", email, blocked_until FROM "Odd Shop"."Person"
  WHERE id = 1', $$VALUES (1::bigint, 'Nobody', NULL::text, (
    SELECT hidden_until FROM reeve.subject WHERE collection_id = $$ || :person || $$ AND key = '1'))
  $$, 'the row stays, without a name, and as hidden as it was');
SELECT is((SELECT count(*)::int FROM "Odd Shop".deal), 5, 'the deals stay');
SELECT is((SELECT array_agg(DISTINCT state) FROM reeve.outbox WHERE key = '1'), '{sent}',
  'what was sent was sent');
SELECT is((SELECT outcome FROM reeve.job_end WHERE job_id = :mail), 'cancelled',
  'a job about it is not done');
SELECT is((SELECT original FROM reeve.quarantine WHERE record = 2),
  '{"e": "else@example.org"}'::bytea, 'others'' records stay in quarantine');
SELECT results_eq('SELECT digest FROM reeve.import_key',
  $$SELECT md5(ROW('else@example.org'::text)::text)::uuid$$,
  'no digest says that a record of an import was theirs');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1) WHERE action_id IS NOT NULL',
  'what the chain sealed of the actions can still be verified');
RESET SESSION AUTHORIZATION;
SELECT bag_eq($$SELECT t FROM pg_temp.reeve_traces('{qxolga,zvowner,qxstall,qxthing,zv.example}') t
  WHERE t NOT LIKE 'reeve_index.%'$$, 'SELECT NULL::text WHERE FALSE', 'nothing is left of it');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(:erasure), 'refused final', 'nobody takes it back');
RESET SESSION AUTHORIZATION;

-- The job looks again, and the live index follows.
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.erase') AS job \gset
UPDATE reeve.job_kind SET step_rows = NULL WHERE name = 'moderation.erase';
UPDATE reeve.erasure SET horizon = '0';
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('a-1', 9, 'Qxthing of late');
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT string_agg((reeve.job_advance(:job, 1, 1000)).state, ' ')
  FROM generate_series(1, 4)), 'running running running completed',
    'a job looks for what came late');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT title FROM "Odd Shop".item WHERE nr = 9), 'Nothing', 'and erases it');
SELECT isnt((SELECT done_at FROM reeve.erasure WHERE action_id = :erasure), NULL, 'it is over');
SELECT reeve.search_apply(g.generation_id, ARRAY(SELECT DISTINCT c.key FROM reeve.change c
  WHERE c.key IS NOT NULL AND c.collection_id = g.collection_id
  UNION SELECT jsonb_build_array('a-1', n)::text FROM generate_series(1, 9) n))
FROM reeve.search_generation g WHERE g.state = 'live' \g /dev/null
SELECT bag_eq($$SELECT pg_temp.reeve_traces('{qxolga,zvowner,qxstall,qxthing,zv.example}')$$,
  'SELECT NULL::text WHERE FALSE', 'no generation of the index holds it, nor a dictionary');

-- What is deleted is erased when its window is over, unless it is undone before or held.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('delete', 'item', '["c", 1]', '{"policy": "spam", "why": "w"}'),
  'proposed approval P3', 'a deletion');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_approve(3), 'done', 'is approved');
SELECT is(pg_temp.reeve_act('hold', 'person', '3', '{"why": "court"}'), 'done',
  'its owner is held');
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS deletion FROM reeve.action WHERE verb = 'delete' \gset
SELECT ok(EXISTS (SELECT FROM reeve.job_timer t JOIN reeve.job j USING (job_id)
  JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'moderation.erase' AND t.due_at > now() + interval '9 days'),
  'a job waits for the end of the window');
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 1000)).state, 'completed', 'before that nothing is due');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET erase_at = now() - interval '1 s' WHERE action_id = :deletion;
SET SESSION AUTHORIZATION reeve_worker;
SELECT matches((reeve.job_advance(:job, 1, 1000)).note,
  '^item:\["c", 1\] is under legal hold by A\d+ of shop_sue.*, which is on person:3$',
  'a hold is in the way');
SELECT is((reeve.job_advance(:job, 1, 1000)).state, 'completed', 'however often one looks');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.command WHERE code = 'held' AND action_id = :deletion),
  1, 'it is on the record once');
SELECT is((SELECT title FROM "Odd Shop".item WHERE stall_code = 'c' AND nr = 1), 'Silk thing 1',
  'and nothing is erased');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo((SELECT action_id FROM reeve.hold_list('shop'))), 'done',
  'the hold ends');
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 1000)).state, 'running', 'then it is erased');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT title FROM "Odd Shop".item WHERE stall_code = 'c' AND nr = 1), 'Nothing',
  'as the catalog says');
SELECT is((SELECT actor || ' for ' || principal FROM reeve.command WHERE kind = 'erase'
  AND outcome = 'done' ORDER BY command_id DESC LIMIT 1), 'system:moderation.erase for shop_sam',
  'by the system, for whoever deleted it');
SET SESSION AUTHORIZATION shop_sam;
SELECT matches((SELECT message FROM reeve.undo_perform(:deletion, 'x', NULL)),
  'was erased by A\d+ and cannot be restored', 'a deletion that was erased is not taken back');
SELECT is(pg_temp.reeve_act('delete', 'item', '["c", 2]', '{"policy": "spam"}'),
  'proposed approval P4',
  'another deletion');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_approve(4), 'done', 'is approved');
SELECT is(pg_temp.reeve_undo((SELECT max(action_id) FROM reeve.action_in_force(
  'shop', 'item', '["c", 2]', 'delete'))), 'done', 'and taken back');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET erase_at = now() - interval '1 s' WHERE verb = 'delete';
UPDATE reeve.erasure SET done_at = now();
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 1000)).state, 'completed',
  'what was taken back is never erased');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT title FROM "Odd Shop".item WHERE stall_code = 'c' AND nr = 2), 'Silk thing 2',
  'it is as it was');

-- What the app removed by itself.
DELETE FROM "Odd Shop".deal WHERE buyer_id = 2;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('note', 'person', '4', '{"why": "qxolga was here"}'), 'done', 'a note');
RESET SESSION AUTHORIZATION;
DELETE FROM "Odd Shop"."Person" WHERE id = 4;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('erase', 'person', '4', '{"why": "asked"}'), 'proposed approval P5',
  'is erased from Reeve');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_approve(5), 'done', 'all the same');
SELECT is(pg_temp.reeve_act('erase', 'person', '99', '{"why": "asked"}'), 'refused notfound',
  'not what never was');
RESET SESSION AUTHORIZATION;
SELECT bag_eq($$SELECT pg_temp.reeve_traces('{qxolga}')$$, 'SELECT NULL::text WHERE FALSE',
  'it is gone');

-- A large one continues as a job, row by row.
UPDATE reeve.erasure SET done_at = now();
INSERT INTO "Odd Shop".item(stall_code, nr, title)
SELECT 'c', n, 'Qxthing ' || n FROM generate_series(100, 2599) n;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('erase', 'stall', 'c', '{"why": "asked"}'), 'proposed approval P6',
  'a large stall');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_approve(6), 'done', 'is begun');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.erasure_row), 506, 'with 2000 rows at once');
SELECT is((SELECT title FROM "Odd Shop".stall WHERE code = 'c'), 'Nothing', 'itself among them');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('hold', 'item', '["c", 999]', '{"why": "asked"}'), 'done',
  'a hold in between');
SET SESSION AUTHORIZATION reeve_worker;
SELECT matches((reeve.job_advance(:job, 1, 100)).note, 'legal hold', 'stops it');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo((SELECT action_id FROM reeve.hold_list('shop'))), 'done', 'and ends');
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT string_agg((reeve.job_advance(:job, 1, 100)).state, ' ')
  FROM generate_series(1, 6)), 'running running running running running running',
    'then it goes on');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.erasure_row), 0, 'to the last row');
SELECT bag_eq($$SELECT t FROM pg_temp.reeve_traces('{qxthing}') t
  WHERE t NOT LIKE 'reeve_index.%'$$,
  'SELECT NULL::text WHERE FALSE', 'nothing is left');

-- What a catalog has to say.
CREATE FUNCTION pg_temp.reeve_findings(path text, value jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(f.path || ' ' || f.code, ', ' ORDER BY f.path, f.code)
  FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(), path::text[], value)) f
$$;
SELECT is(reeve.catalog_check(pg_temp.manifest() #- '{collections,person,erase}')::text,
  '(/collections/person/personal/0,missing,"column email is personal, but nothing erases it: give '
  'it '
  'a value under erase, set")', 'what is personal is erased');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,set}', '{"email": null, "nmae": null}'),
  '/collections/person/erase/set/nmae missing', 'a column that there is not');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,set}', '{"email": null, "id": "1"}'),
  '/collections/person/erase/set/id key', 'the key');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,set}',
  '{"email": null, "Full Name": null}'),
  '/collections/person/erase/set/Full Name type', 'null where there must be something');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,set}',
  '{"email": null, "blocked_until": "now()"}'),
  '/collections/person/erase/set/blocked_until unused', 'what Reeve writes');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,set}', '{"email": "x.y"}'),
  '/collections/person/erase/set expression', 'an expression that is none');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,tables}',
  '[{"table": "nowhere", "of": ["id"], "delete": true}]'),
  '/collections/person/erase/tables/0/table missing', 'a table that there is not');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,tables}',
  '[{"table": "deal", "of": ["id", "place"], "delete": true}]'),
  '/collections/person/erase/tables/0/of key', 'as many columns as the key has');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,tables}',
  '[{"table": "deal", "of": ["byer_id"], "delete": true}]'),
  '/collections/person/erase/tables/0/of/0 missing', 'by name');
SELECT is(pg_temp.reeve_findings('{collections,person,erase,tables}',
  '[{"table": "deal", "of": ["buyer_id"]}]'),
  '/collections/person/erase/tables/0 unused', 'something has to be done');
SELECT is(pg_temp.reeve_findings('{collections,item,erase,with}',
  '[{"collection": "nobody", "via": "x"}]'),
  '/collections/item/erase/with/0/collection missing', 'another collection that is erased');
SELECT is(pg_temp.reeve_findings('{collections,item,erase,with}',
  '[{"collection": "item", "via": "stall"}]'),
  '/collections/item/erase/with unused', 'no circle');
SELECT is(pg_temp.reeve_findings('{collections,item,erase,with}',
  '[{"collection": "deal", "via": "nobody"}]'),
  '/collections/item/erase expression', 'a way that there is');
SELECT is((SELECT string_agg(f.path, ' ') FROM reeve.catalog_check(
    pg_temp.manifest() #- '{collections,item,erase}' #- '{collections,stall,erase,with,0}') f),
  '/actions/10', 'what is deleted can be erased');
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok('SELECT reeve.erase_step(1, 1)', '42501', NULL, 'nobody erases past an action');
SELECT throws_ok('SELECT reeve.job_advance(1, 1, 1)', '42501', NULL, 'nor as the job');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
