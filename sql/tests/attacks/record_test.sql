-- Whoever can write to every table cannot change the record unseen: each change here is made behind
-- Reeve's back, looked for, and undone.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT * FROM no_plan();
\ir ../fixtures/record.sql

-- Changes something behind Reeve's back, asks, and undoes it. <ban> stands for the action.
CREATE FUNCTION pg_temp.reeve_found(change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
  rows bigint;
  a record;
BEGIN
  FOR a IN SELECT verb, action_id FROM reeve.action LOOP
    change := replace(change, '<' || a.verb || '>', a.action_id::text);
  END LOOP;
  SET LOCAL session_replication_role = replica;
  EXECUTE change;
  GET DIAGNOSTICS rows = ROW_COUNT;
  SELECT string_agg(problem, '; ' ORDER BY problem) INTO found FROM reeve.audit_faults(1);
  -- A change that changes nothing would prove nothing.
  IF rows = 0 THEN
    found := 'the attack changed no row';
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'P0099', MESSAGE = coalesce(found, 'nothing');
EXCEPTION WHEN SQLSTATE 'P0099' THEN
  RETURN SQLERRM;
END
$$;
SELECT is_empty('SELECT * FROM reeve.audit_faults(1)', 'untouched, nothing is found');
SELECT is_empty('SELECT * FROM reeve.chain_pending', 'and everything is sealed');
SELECT is(pg_temp.reeve_found('UPDATE reeve.label SET label = label'), 'nothing',
  'a change that changes nothing is none');

SELECT matches(pg_temp.reeve_found(c.change), c.problem, format('#%s %s', c.attack, c.what))
FROM (VALUES
  -- Texts, rows and links.
  (29, 'a reason', 'the action differs',
    'UPDATE reeve.action SET reason = ''another'' WHERE action_id = <ban>'),
  (29, 'who acted', 'the action differs',
    'UPDATE reeve.action SET actor = ''shop_vic'' WHERE action_id = <hide>'),
  (29, 'for whom', 'the action differs',
    'UPDATE reeve.action SET principal = NULL WHERE action_id = <ban>'),
  (29, 'when', 'the action differs',
    'UPDATE reeve.action SET performed_at = performed_at - interval ''1 day''
     WHERE action_id = <hide>'),
  (30, 'an effect', 'the action differs',
    'UPDATE reeve.effect SET before = ''{"state": "over"}'' WHERE before <> ''{}'''),
  (30, 'an effect less', 'the action differs', 'DELETE FROM reeve.effect WHERE action_id = <ban>'),
  (30, 'an effect more', 'the action differs',
    'INSERT INTO reeve.effect SELECT action_id, collection_id, ''77'', rule_id, before, after,
       is_reversible FROM reeve.effect LIMIT 1'),
  (31, 'an outcome', 'the command differs',
    'UPDATE reeve.command SET outcome = ''done'', code = NULL WHERE outcome = ''refused'''),
  (31, 'a link', 'does not continue', 'UPDATE reeve.chain SET prev = sha256(prev) WHERE seq = 2'),
  (31, 'an entry', 'it was edited', 'UPDATE reeve.chain SET actor = ''x'' WHERE seq = 2'),
  (32, 'an entry deleted', 'the entry before it is gone|never sealed',
    'DELETE FROM reeve.chain WHERE seq = 2'),
  (32, 'the last entry deleted', 'never sealed',
    'DELETE FROM reeve.chain WHERE seq = (SELECT max(seq) FROM reeve.chain)'),
  (32, 'an action deleted', 'the action differs',
    'DELETE FROM reeve.action WHERE action_id = <hide>'),
  (32, 'an action inserted', 'an action without a command',
    'INSERT INTO reeve.action(verb, collection_id, key, actor)
     SELECT verb, collection_id, key, actor FROM reeve.action WHERE action_id = <hide>'),
  -- A digest without an erasure.
  (33, 'a reason behind its own digest', 'the action differs|no erasure',
    'UPDATE reeve.action a SET digest = reeve.action_digest(a), reason = ''another''
     WHERE action_id = <ban>'),
  (33, 'a reason blanked behind its digest', 'no erasure on record',
    'UPDATE reeve.action a SET digest = reeve.action_digest(a), reason = NULL, public_reason = NULL,
       salt = NULL WHERE action_id = <ban>'),
  (33, 'a reason blanked, its erasure made up', 'what it erased differs from what was sealed',
    'WITH made AS (INSERT INTO reeve.forgotten
       SELECT collection_id, key, <erase> FROM reeve.action WHERE action_id = <ban>)
     UPDATE reeve.action a SET digest = reeve.action_digest(a), reason = NULL, public_reason = NULL,
       salt = NULL WHERE action_id = <ban>'),
  (33, 'a reason blanked, an erasure of no action made up',
    'what it erased differs from what was sealed',
    'WITH made AS (INSERT INTO reeve.forgotten
       SELECT collection_id, key, 0 FROM reeve.action WHERE action_id = <ban>)
     UPDATE reeve.action a SET digest = reeve.action_digest(a), reason = NULL, public_reason = NULL,
       salt = NULL WHERE action_id = <ban>'),
  (33, 'an erased reason written anew', 'the action differs',
    'UPDATE reeve.action SET reason = ''another'' WHERE digest IS NOT NULL'),
  (34, 'before, behind its own digest', 'the action differs|no erasure',
    'UPDATE reeve.effect e SET digest = reeve.effect_digest(e), before = ''{"state": "over"}'''),
  (34, 'after, blanked behind its digest', 'no erasure on record',
    'UPDATE reeve.effect e SET digest = reeve.effect_digest(e), before = ''{}'', after = ''{}'',
       salt = NULL WHERE action_id = <ban>'),
  (34, 'evidence blanked', 'no erasure on record',
    'UPDATE reeve.evidence_bytes SET hash = NULL, salt = NULL, content = NULL, erased_at = now()
     WHERE key = ''1'''),
  (34, 'evidence rewritten', 'the action differs',
    'UPDATE reeve.evidence_bytes SET content = replace(content, '':'', '': '')'),
  (34, 'what an erasure erased', 'what it erased differs from what was sealed',
    'DELETE FROM reeve.forgotten'),
  -- What was sealed.
  (35, 'another content', 'the command differs',
    'UPDATE reeve.command SET content = jsonb_set(content, ''{items}'', ''{}'')
     WHERE action_id = <ban>'),
  (35, 'another content, with its manifest', 'differs from its entry',
    'UPDATE reeve.command SET content = jsonb_set(content, ''{items}'', ''{}''),
       manifest = reeve.record_digest(jsonb_set(content, ''{items}'', ''{}''))
     WHERE action_id = <ban>'),
  -- Commands.
  (36, 'a command deleted', 'the command that it seals is gone',
    'DELETE FROM reeve.command WHERE action_id = <hide>'),
  (36, 'a refused command deleted', 'the command that it seals is gone',
    'DELETE FROM reeve.command WHERE outcome = ''refused'''),
  (36, 'a command and its entry deleted', 'the entry before it is gone',
    'WITH m AS (DELETE FROM reeve.command WHERE action_id = <hide> RETURNING command_id)
     DELETE FROM reeve.chain h USING m WHERE m.command_id = h.command_id'),
  (37, 'a command inserted', 'never sealed',
    'INSERT INTO reeve.command(actor, kind, outcome, manifest, content)
     SELECT actor, kind, outcome, manifest, content FROM reeve.command WHERE action_id = <hide>'),
  (37, 'one taken out of what waits', 'never sealed',
    'WITH m AS (INSERT INTO reeve.command(actor, kind, outcome, manifest, content)
       VALUES (''x'', ''ban'', ''done'', sha256(''''), ''{}'') RETURNING command_id)
     SELECT command_id FROM m'),
  -- What audit prints.
  (38, 'a time', 'the command differs',
    'UPDATE reeve.command SET at = at - interval ''1 hour'' WHERE action_id = <ban>'),
  (38, 'a program', 'the command differs',
    'UPDATE reeve.command SET program = ''psql 2'' WHERE action_id = <ban>'),
  (38, 'an address', 'the command differs',
    'UPDATE reeve.command SET address = ''10.0.0.1'' WHERE action_id = <ban>'),
  (38, 'a rank', 'the command differs',
    'UPDATE reeve.command SET detail = jsonb_set(detail, ''{as}'', ''"senior"'')
     WHERE action_id = <ban>'),
  (38, 'an action', 'the command differs',
    'UPDATE reeve.command SET action_id = <ban> WHERE action_id = <hide>'),
  (38, 'an approval', 'the command differs',
    'UPDATE reeve.command SET detail = detail - ''approval'' WHERE detail ? ''approval'''),
  (38, 'a subject', 'the command differs',
    'UPDATE reeve.command SET key = ''9'' WHERE action_id = <ban>'),
  -- Who saw what.
  (39, 'a reveal deleted', 'the reveal differs', 'DELETE FROM reeve.reveal'),
  (39, 'a reveal of something else', 'the reveal differs',
    'UPDATE reeve.reveal SET fields = ''{id}'''),
  (39, 'a reveal by somebody else', 'the reveal differs',
    'UPDATE reeve.reveal SET asked_by = ''shop_bob'''),
  (39, 'a reveal''s reason', 'the reveal differs',
    'UPDATE reeve.reveal_reason SET reason = ''curious'''),
  (39, 'a reveal''s reason deleted', 'the reveal differs', 'DELETE FROM reeve.reveal_reason'),
  -- What was undone, and what follows.
  (40, 'reversed_by taken away', 'not undone by the action',
    'UPDATE reeve.action SET reversed_by = NULL WHERE action_id = <hide>'),
  (40, 'reversed_by set', 'not undone by the action',
    'UPDATE reeve.action SET reversed_by = <undo> WHERE action_id = <ban>'),
  (40, 'reversed_by another', 'not undone by the action',
    'UPDATE reeve.action SET reversed_by = <tag> WHERE action_id = <hide>'),
  (40, 'undone_by taken away', 'not taken back as it says',
    'UPDATE reeve.effect SET undone_by = NULL WHERE action_id = <hide>'),
  (40, 'undone_by set', 'not taken back as it says',
    'UPDATE reeve.effect SET undone_by = <undo> WHERE action_id = <ban>'),
  (40, 'erase_at', 'the action differs',
    'UPDATE reeve.action SET erase_at = now() + interval ''9 years'' WHERE action_id = <hide>'),
  (40, 'erased_by', 'no erasure on record',
    'UPDATE reeve.action SET erased_by = <erase> WHERE action_id = <hide>'),
  (40, 'a label', 'label of its subject',
    'UPDATE reeve.label SET label = ''Somebody'' WHERE key = ''1'''),
  (40, 'a label deleted', 'label of its subject', 'DELETE FROM reeve.label WHERE key = ''1'''),
  (40, 'a label inserted', 'was added without a command',
    'INSERT INTO reeve.label(collection_id, key, label)
     VALUES (current_setting(''record.person'')::int, ''77'', ''x'')'),
  (40, 'no cause hides it', 'is not hidden as',
    'UPDATE reeve.subject SET hidden_by = ''{}'', hidden_until = NULL WHERE hidden_by <> ''{}'''),
  (40, 'another cause hides it', 'is not hidden as',
    'UPDATE reeve.subject SET hidden_by = ''{<tag>}'' WHERE hidden_by <> ''{}'''),
  (40, 'it is hidden for less', 'is not hidden as',
    'UPDATE reeve.subject SET hidden_until = now() WHERE hidden_by <> ''{}'''),
  (40, 'a subject deleted', 'is not hidden as',
    'DELETE FROM reeve.subject WHERE hidden_by <> ''{}'''),
  (40, 'a subject hidden by nobody', 'is not hidden as',
    'UPDATE reeve.subject SET hidden_by = ''{<hide>}'', hidden_until = ''infinity''
     WHERE hidden_by = ''{}'''),
  (40, 'a strike deleted', 'the action differs',
    'DELETE FROM reeve.strike WHERE action_id = <ban>'),
  (40, 'a strike against another', 'the action differs',
    'UPDATE reeve.strike SET key = ''2'' WHERE action_id = <ban>'),
  (40, 'a strike made up', 'the action differs',
    'INSERT INTO reeve.strike SELECT <tag>, collection_id, key FROM reeve.strike LIMIT 1'),
  (40, 'a mark deleted', 'its mark', 'DELETE FROM reeve.mark'),
  (40, 'a mark that protects', 'its mark', 'UPDATE reeve.mark SET is_protecting = TRUE'),
  (40, 'a mark by another name', 'its mark', 'UPDATE reeve.mark SET name = ''fraud'''),
  (40, 'a mark that ends', 'its mark', 'UPDATE reeve.mark SET until = now()'),
  (40, 'a mark made up', 'its mark',
    'INSERT INTO reeve.mark SELECT <ban>, collection_id, key, kind, name, until FROM reeve.mark'),
  -- Who belongs to the team, and what two decided.
  (40, 'a member inserted', 'shop_eve became a member without a command',
    'INSERT INTO reeve.member(role_name, rank, added_by) VALUES (''shop_eve'', ''senior'', ''x'')'),
  (40, 'a member''s rank', 'the member shop_vic',
    'UPDATE reeve.member SET rank = ''senior'' WHERE role_name = ''shop_vic'''),
  (40, 'who added a member', 'the member shop_vic',
    'UPDATE reeve.member SET added_by = ''shop_sam'' WHERE role_name = ''shop_vic'''),
  (40, 'a member deleted', 'the member shop_vic',
    'DELETE FROM reeve.member WHERE role_name = ''shop_vic'''),
  (40, 'who a member is', 'the member shop_vic', 'DELETE FROM reeve.member_subject'),
  (40, 'who another member is', 'the member shop_ann',
    'INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
     VALUES (current_setting(''record.person'')::int, ''2'', ''shop_ann'', ''x'')'),
  (40, 'who proposed', 'the proposal P1',
    'UPDATE reeve.approval SET proposed_by = ''shop_sam'' WHERE approval_id = 1'),
  (40, 'who decided', 'the proposal P1',
    'UPDATE reeve.approval SET decided_by = ''shop_sam'' WHERE approval_id = 1'),
  (40, 'what was proposed', 'the proposal P1',
    'UPDATE reeve.approval SET args = args - ''policy'' WHERE approval_id = 1'),
  (40, 'why', 'the proposal P1',
    'UPDATE reeve.approval SET reason = ''x'' WHERE approval_id = 1'),
  (40, 'a proposal decided', 'the proposal P2',
    'UPDATE reeve.approval SET state = ''withdrawn'', decided_by = ''shop_sam'', decided_at = now()
     WHERE approval_id = 2'),
  (40, 'a proposal deleted', 'the proposal P2',
    'DELETE FROM reeve.approval WHERE approval_id = 2'),
  (40, 'a proposal inserted', 'was proposed without a command',
    'INSERT INTO reeve.approval(verb, key, args, ceiling, rules, proposed_by, proposers)
     SELECT verb, key, args, ceiling, rules, ''shop_bob'', proposers FROM reeve.approval
     WHERE approval_id = 2'),
  (40, 'as whom somebody proposed', 'the proposal P1',
    'UPDATE reeve.approval SET proposers = ''{nobody}'' WHERE approval_id = 1'),
  (40, 'which role a member is', 'the member shop_vic',
    'UPDATE reeve.member SET role_oid = 10 WHERE role_name = ''shop_vic'''),
  (40, 'what was captured', 'differs from what was captured',
    'UPDATE reeve.evidence_bytes SET content = ''{}'' WHERE content IS NOT NULL'),
  (40, 'the digest of what was captured', 'differs from what was captured',
    'UPDATE reeve.evidence e SET digest = sha256(''x'') FROM reeve.action a
     WHERE a.evidence_id = e.evidence_id'),
  (40, 'when somebody looked', 'the reveal differs',
    'UPDATE reeve.reveal SET asked_at = asked_at - interval ''2 hours'''),
  (40, 'the head set back', 'the head is not the last entry',
    'UPDATE reeve.chain_head SET seq = seq - 1'),
  (40, 'another head', 'the head is not the last entry',
    'UPDATE reeve.chain_head SET hash = sha256(''x'')'),
  (40, 'no head', 'the head is not the last entry', 'DELETE FROM reeve.chain_head'),
  -- All created again: the anchor outside shows it.
  (42, 'an anchored entry', 'not the one that was anchored',
    'INSERT INTO reeve.anchor(seq, hash, destination, anchored_by)
     VALUES (1, sha256(''x''), ''p'', ''x'')'),
  (42, 'an anchored end cut off', 'it was anchored, and is gone',
    'INSERT INTO reeve.anchor(seq, hash, destination, anchored_by)
     VALUES (1000000, sha256(''x''), ''p'', ''x'')')
  ) c(attack, what, problem, change);

-- Nothing of ours waits for a commit: there is nothing for SET CONSTRAINTS to run early.
SELECT is_empty($$SELECT conrelid::regclass, conname FROM pg_constraint
  WHERE connamespace = 'reeve'::regnamespace AND condeferrable$$,
  '#44 no constraint of Reeve''s can be deferred');
SELECT is_empty($$SELECT tgrelid::regclass, tgname FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'reeve'::regnamespace AND tgdeferrable$$, '#45 nor any trigger');

-- What a chain holds of people.
SELECT is_empty($$SELECT command_id FROM reeve.command
  WHERE content::text ~ 'court 88|so be it|a copy|Carla|vip|pays'$$,
  'the contents hold nothing that somebody wrote');

-- A command that seals a login is no cover for what was done to it by hand.
SAVEPOINT inserted;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_eve', 'senior', 'shop_sam');
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.member_link('shop_eve', 'shop', 'person', '1', TRUE) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT coalesce(string_agg(problem, '; ' ORDER BY problem), 'nothing') AS found
FROM reeve.audit_faults(1) \gset
ROLLBACK TO inserted;
SELECT is(:'outcome' || ', ' || :'found',
  'done, the member shop_eve was changed without a command before this one',
  '#40 a member inserted, and linked by a command');
SAVEPOINT raised;
UPDATE reeve.member SET rank = 'senior' WHERE role_name = 'shop_vic';
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.member_link('shop_vic', 'shop', 'person', '2', FALSE) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT coalesce(string_agg(problem, '; ' ORDER BY problem), 'nothing') AS found
FROM reeve.audit_faults(1) \gset
ROLLBACK TO raised;
SELECT is(:'outcome' || ', ' || :'found',
  'done, the member shop_vic was changed without a command before this one',
  '#40 a rank raised, and a link removed by a command');
SAVEPOINT linked;
INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
VALUES (:person, '3', 'shop_vic', 'shop_sam');
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.member_link('shop_vic', 'shop', 'person', '1', TRUE) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT coalesce(string_agg(problem, '; ' ORDER BY problem), 'nothing') AS found
FROM reeve.audit_faults(1) \gset
ROLLBACK TO linked;
SELECT is(:'outcome' || ', ' || :'found',
  'done, the member shop_vic was changed without a command before this one',
  '#40 a link made by hand, and another by a command');
SAVEPOINT honest;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.member_link('shop_vic', 'shop', 'person', '1', TRUE) \gset
SELECT outcome FROM reeve.member_link('shop_vic', 'shop', 'person', '2', FALSE) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT coalesce(string_agg(problem, '; ' ORDER BY problem), 'nothing') AS found
FROM reeve.audit_faults(1) \gset
ROLLBACK TO honest;
SELECT is(:'outcome' || ', ' || :'found',
  'done, nothing',
  'links by commands alone are found sound');
SAVEPOINT removed;
-- The proposal of the fixture, as if it had waited for an hour.
UPDATE reeve.approval SET proposed_at = proposed_at - interval '2 hours' WHERE approval_id = 2;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.approval_perform('approve', 2, 'so be it', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT coalesce(string_agg(problem, '; ' ORDER BY problem), 'nothing') AS found
FROM reeve.audit_faults(1) \gset
ROLLBACK TO removed;
SELECT is(:'outcome' || ', ' || :'found', 'done, nothing',
  'and so is the removal of a member who was linked');

SELECT * FROM finish();
ROLLBACK;
