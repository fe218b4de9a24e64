-- What was sealed is proved by what the tables say, and what was erased stays proved.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(20);

DELETE FROM reeve.approval_rule;
SELECT coalesce(max(seq), 0) + 1 AS since FROM reeve.chain \gset

SET SESSION AUTHORIZATION shop_ann;
SELECT (detail ->> 'action_id')::bigint AS ban FROM reeve.action_perform('ban', 'shop', 'person',
  '1', '{"policy": "fraud", "for": "7d", "why": "a private word", "public": "A public one."}',
  NULL) \gset
SELECT reeve.undo_perform(999999, NULL, NULL);
SELECT (detail ->> 'action_id')::bigint AS hide FROM reeve.action_perform('hide', 'shop', 'item',
  '["c", 1]', '{"policy": "spam"}', NULL) \gset
SELECT (detail ->> 'action_id')::bigint AS undone FROM reeve.undo_perform(:hide, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset

-- Changes something behind Reeve's back, asks, and undoes it.
CREATE FUNCTION pg_temp.reeve_found(change text, since bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  EXECUTE change;
  SELECT string_agg(problem, '; ') INTO found FROM pg_temp.reeve_recheck(since);
  RAISE EXCEPTION USING ERRCODE = 'P0099', MESSAGE = coalesce(found, 'nothing');
EXCEPTION WHEN SQLSTATE 'P0099' THEN
  RETURN SQLERRM;
END
$$;
CREATE FUNCTION pg_temp.reeve_recheck(since bigint)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql AS $$
BEGIN
  SET SESSION AUTHORIZATION shop_sam;
  RETURN QUERY SELECT * FROM reeve.audit_recheck(since);
  RESET SESSION AUTHORIZATION;
END
$$;

SELECT is((SELECT count(*) FROM reeve.chain JOIN reeve.command USING (command_id)
  WHERE outcome = 'refused' AND seq >= :since), 1::bigint, 'the refused attempt is sealed, too');
SELECT is_empty(format('SELECT * FROM pg_temp.reeve_recheck(%s)', :since),
  'all is as it was sealed');
SELECT is((SELECT count(DISTINCT salt) FROM reeve.effect WHERE action_id = :ban),
  (SELECT count(*) FROM reeve.effect WHERE action_id = :ban), 'each effect has its own salt');

SELECT matches(pg_temp.reeve_found(c.change, :since), 'the action differs from what was sealed',
  c.what)
FROM (VALUES
  ('a reason', 'UPDATE reeve.action SET reason = ''another word'' WHERE reason IS NOT NULL'),
  ('a public reason', 'UPDATE reeve.action SET public_reason = NULL WHERE reason IS NOT NULL'),
  ('who acted', 'UPDATE reeve.action SET actor = ''shop_bob'' WHERE verb = ''ban'''),
  ('a clause', 'UPDATE reeve.action SET policy = ''spam'' WHERE verb = ''ban'''),
  ('an end', 'UPDATE reeve.action SET until = ''infinity'' WHERE verb = ''ban'''),
  ('what an undo reverses', 'UPDATE reeve.action SET reverses = NULL WHERE verb = ''undo'''),
  ('what a row was before', 'UPDATE reeve.effect SET before = ''{"state": "over"}''
     WHERE key = ''1'' AND rule_id = (SELECT max(rule_id) FROM reeve.effect WHERE key = ''1'')'),
  ('a row that was touched', 'DELETE FROM reeve.effect WHERE key = ''1'' AND is_reversible
     AND action_id = (SELECT action_id FROM reeve.action WHERE verb = ''ban'')'),
  ('one that was not', 'INSERT INTO reeve.effect SELECT action_id, collection_id, ''77'', rule_id,
     before, after, is_reversible FROM reeve.effect LIMIT 1')) c(what, change);
SELECT is(pg_temp.reeve_found(c.change, :since), 'the command differs from its entry',
  c.what)
FROM (VALUES
  ('a command''s own row', 'UPDATE reeve.command SET actor = ''shop_bob'' WHERE kind = ''ban'''),
  ('that somebody was refused', 'UPDATE reeve.command SET outcome = ''done'', code = NULL
     WHERE code = ''notfound''')) c(what, change);
SELECT is(pg_temp.reeve_found('UPDATE reeve.action SET reversed_by = NULL', :since),
  'it was not undone by the action that it names', 'what changes later is proved by what changed '
  'it');
SELECT doesnt_match(pg_temp.reeve_found(format($$
    UPDATE reeve.command SET at = at + interval '3 days' WHERE action_id = %1$s;
    UPDATE reeve.action SET performed_at = performed_at + interval '3 days'
    WHERE action_id = %1$s$$, :ban), (
      SELECT h.seq FROM reeve.chain h JOIN reeve.command m USING (command_id)
      WHERE m.action_id = :hide AND m.kind = 'hide')), 'an action without a command',
  'a clock that was ahead, and was set back, makes nobody a forger');

-- Erased: the texts and their salts go, their digests stay.
INSERT INTO reeve.forgotten(collection_id, key, erasure)
SELECT collection_id, key, :ban FROM reeve.action WHERE key IS NOT NULL
UNION SELECT collection_id, key, :ban FROM reeve.effect;
SELECT reeve.command_record('erase', 'test', action_id => :ban, items => (
  SELECT jsonb_build_object('E' || :ban, reeve.record_erasure(:ban)))) AS recorded \gset
UPDATE reeve.effect e SET digest = reeve.effect_digest(e), salt = NULL, before = '{}', after = '{}';
UPDATE reeve.action a SET digest = reeve.action_digest(a), salt = NULL, reason = NULL,
  public_reason = NULL;
SELECT is_empty(format('SELECT * FROM pg_temp.reeve_recheck(%s)', :since),
  'an erasure breaks no seal');
SELECT is(pg_temp.reeve_found('UPDATE reeve.effect SET digest = sha256(digest)',
  :since) <> 'nothing',
  TRUE, 'nor does it open one');

SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok('SELECT reeve.audit_recheck(1)', 'RV002', NULL, 'not for moderators');
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok('SELECT salt FROM reeve.effect', '42501', NULL, 'nor are the salts for anybody');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
