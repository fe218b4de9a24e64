-- A record from before commands had a content keeps its proofs, and is sealed once more as it is.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(20);

-- As release 0.1.0 recorded and sealed.
DELETE FROM reeve.chain_pending;
DELETE FROM reeve.chain;
DELETE FROM reeve.command;
UPDATE reeve.chain_head SET seq = 0, hash = decode(repeat('00', 32), 'hex');
ALTER FUNCTION reeve.command_record RENAME TO command_record_now;
CREATE FUNCTION reeve.command_record(
  kind text, actor text, principal text DEFAULT NULL, collection_id int DEFAULT NULL,
  key text DEFAULT NULL, code text DEFAULT NULL, action_id bigint DEFAULT NULL,
  batch_id bigint DEFAULT NULL, detail jsonb DEFAULT '{}')
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp AS $$
DECLARE
  m reeve.command;
  head reeve.chain_head;
  h reeve.chain;
BEGIN
  m.outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  detail := detail - 'members' - 'about'
    || jsonb_strip_nulls(jsonb_build_object('as', reeve.member_rank()));
  INSERT INTO reeve.command(actor, principal, kind, collection_id, key, outcome, code, action_id,
    batch_id, detail, manifest, version)
  VALUES (actor, principal, kind, collection_id, key, m.outcome, code, action_id, batch_id, detail,
    reeve.command_manifest(m.outcome, code, action_id, detail, batch_id), 2)
  RETURNING * INTO m;
  SELECT * INTO head FROM reeve.chain_head;
  SELECT head.seq + 1, 1, m.command_id, m.actor, m.principal, m.kind, coalesce((
      SELECT c.app || '/' || c.name || coalesce(':' || m.key, '') FROM reeve.collection c
      WHERE c.collection_id = m.collection_id), 'team:' || m.key),
    m.batch_id::text, m.manifest, head.hash, NULL, 1 INTO h;
  h.hash := reeve.chain_hash(h);
  INSERT INTO reeve.chain SELECT h.*;
  UPDATE reeve.chain_head SET seq = h.seq, hash = h.hash;
  RETURN m.command_id;
END
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT detail ->> 'action_id' AS ban FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "for": "7d", "why": "a private word"}', NULL) \gset
SELECT outcome AS undone FROM reeve.undo_perform(:ban, 'wrong', NULL) \gset
SELECT outcome AS proposed FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "forever": true, "why": "w"}', NULL) \gset
SELECT outcome AS asked FROM reeve.reveal_ask('fields', 'shop', 'person', '2',
  '{"fields": ["email"], "why": "court 88"}') \gset
RESET SESSION AUTHORIZATION;
SELECT count(*) AS old FROM reeve.command \gset
DROP FUNCTION reeve.command_record(text, text, text, int, text, text, bigint, bigint, jsonb);
ALTER FUNCTION reeve.command_record_now RENAME TO command_record;

SELECT is((SELECT array_agg(DISTINCT version) FROM reeve.chain), '{1}', 'entries of the old form');
SELECT is(reeve.record_adopt(), 1, 'they are adopted');
SELECT is(reeve.record_adopt(), 0, 'once');
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS hidden FROM reeve.action_perform('hide', 'shop', 'item', '["c", 1]',
  '{"policy": "spam"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.chain WHERE version = 1), :old::bigint, 'as they were');
SELECT is((SELECT array_agg(kind ORDER BY seq) FROM reeve.chain WHERE version = 2),
  '{record.adopt,hide}', 'and followed by the current form');
SELECT is_empty('SELECT * FROM reeve.audit_faults(1)', 'the whole record is sound');

CREATE FUNCTION pg_temp.reeve_found(change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  SET LOCAL session_replication_role = replica;
  EXECUTE change;
  SELECT string_agg(problem, '; ' ORDER BY problem) INTO found FROM reeve.audit_faults(1);
  RAISE EXCEPTION USING ERRCODE = 'P0099', MESSAGE = coalesce(found, 'nothing');
EXCEPTION WHEN SQLSTATE 'P0099' THEN
  RETURN SQLERRM;
END
$$;
SELECT matches(pg_temp.reeve_found(c.change), c.problem, c.what)
FROM (VALUES
  ('an old time', 'not what was sealed',
    'UPDATE reeve.command SET at = at - interval ''1 h'' WHERE kind = ''ban'''),
  ('an old program', 'not what was sealed',
    'UPDATE reeve.command SET program = ''x'' WHERE kind = ''ban'''),
  ('an old version', 'not what was sealed',
    'UPDATE reeve.command SET version = 1 WHERE kind = ''ban'''),
  ('an old command deleted', 'is gone', 'DELETE FROM reeve.command WHERE kind = ''ban'''),
  ('an old reason', 'what was done',
    'UPDATE reeve.action SET reason = ''x'' WHERE verb = ''ban'''),
  ('an old reason behind its digest', 'what was done',
    'UPDATE reeve.action a SET digest = reeve.action_digest(a), reason = ''x''
     WHERE verb = ''ban'''),
  ('an old effect', 'what was done', 'UPDATE reeve.effect SET after = ''{"x": 1}'''),
  ('an old proposal', 'the proposal', 'UPDATE reeve.approval SET proposed_by = ''shop_bob'''),
  ('a member', 'the member', 'UPDATE reeve.member SET rank = ''senior'''),
  ('an old reveal', 'asked to see', 'DELETE FROM reeve.reveal'),
  ('an old command of the new form', 'of an older form',
    'UPDATE reeve.chain SET version = 2 WHERE kind = ''ban'''),
  ('an old form made up', 'of an older form',
    'WITH m AS (UPDATE reeve.command SET version = 2, content = NULL WHERE kind = ''hide''
       RETURNING command_id)
     UPDATE reeve.chain h SET version = 1 FROM m WHERE m.command_id = h.command_id'),
  ('the adoption deleted', 'is gone', 'DELETE FROM reeve.command WHERE kind = ''record.adopt'''),
  ('the adoption edited', 'says something else',
    'UPDATE reeve.command SET content = content - ''items'' WHERE kind = ''record.adopt''')
  ) c(what, problem, change);

SELECT * FROM finish();
ROLLBACK;
