-- An act reads what it needs by an index, however much was done before. A text parameter in another
-- collation than the column's, or a join where a look-up would do, reads the whole history.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(9);

DELETE FROM reeve.approval_rule;

SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_perform('ban', 'shop', 'person', '3', '{"policy": "fraud", "for": "7d"}',
  NULL) AS banned,
  reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]', '{"policy": "spam", "for": "7d"}',
  NULL) AS hidden \gset
RESET SESSION AUTHORIZATION;

-- What was done is done 1,500 times more, to others.
SET session_replication_role = replica;
CREATE FUNCTION pg_temp.repeat(relation regclass, columns text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('
    INSERT INTO %1$s OVERRIDING SYSTEM VALUE
    SELECT r.* FROM (SELECT to_jsonb(t) AS body FROM %1$s t) t
    CROSS JOIN generate_series(1, 1500) n
    CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, t.body || (
      SELECT jsonb_object_agg(c, CASE jsonb_typeof(t.body -> c)
        WHEN ''number'' THEN to_jsonb((t.body ->> c)::bigint + 100000 * n)
        WHEN ''string'' THEN to_jsonb(concat(t.body ->> c, ''-'', n))
        ELSE t.body -> c END)
      FROM unnest($1) c)) r', relation) USING columns;
  EXECUTE format('ANALYZE %s', relation);
END
$$;
SELECT pg_temp.repeat(t, c) FROM (VALUES
  ('reeve.action'::regclass, '{action_id,key,evidence_id}'::text[]),
  ('reeve.effect', '{action_id,key}'), ('reeve.subject', '{key}'), ('reeve.label', '{key}'),
  ('reeve.mark', '{action_id,key}'), ('reeve.strike', '{action_id,key}'),
  ('reeve.outbox', '{outbox_id,action_id,key}'), ('reeve.command', '{command_id,action_id,key}'),
  ('reeve.evidence', '{evidence_id,key}'), ('reeve.job', '{job_id,subject_key}'),
  ('reeve.evidence_part', '{evidence_id,bytes_id}'), ('reeve.evidence_bytes', '{bytes_id,key}'))
  AS v(t, c);
-- By other transactions.
UPDATE reeve.outbox SET xid = '3' WHERE outbox_id > 100000;
ANALYZE reeve.outbox;
SET session_replication_role = origin;

CREATE TEMPORARY TABLE seen(relid oid PRIMARY KEY, read bigint NOT NULL);
GRANT ALL ON seen TO PUBLIC;
-- Notes what was read so far, and returns which of the long tables have been read whole since.
CREATE FUNCTION pg_temp.scanned() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  WITH now AS MATERIALIZED (
    SELECT s.relid, s.seq_tup_read AS read, s.relname FROM pg_stat_xact_user_tables s
    JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = 'reeve' AND c.reltuples >= 1500),
  late AS (
    INSERT INTO seen SELECT n.relid, n.read FROM now n
    ON CONFLICT (relid) DO UPDATE SET read = EXCLUDED.read)
  SELECT string_agg(n.relname, ', ' ORDER BY n.relname)
  FROM now n LEFT JOIN seen USING (relid)
  WHERE n.read - coalesce(seen.read, 0) > 1000
$$;
SELECT pg_temp.scanned(),
  (SELECT count(*) FROM reeve.effect e WHERE e.key || '' <> '') AS effects \gset
SELECT is(pg_temp.scanned(), 'effect', 'what reads a table whole is seen');

SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.action_plan('hide', 'shop', 'item', '["a-1", 2]',
  '{"policy": "spam", "for": "7d"}')) #>> '{refusal}', NULL, 'there is a plan');
SELECT is(pg_temp.scanned(), NULL, 'a plan reads by index');
SELECT outcome, detail ->> 'action_id' AS last FROM reeve.action_perform('hide', 'shop', 'item',
  '["a-1", 2]', '{"policy": "spam", "for": "7d"}', NULL) \gset
SELECT is(:'outcome'::text, 'done', 'something is done');
SELECT is(pg_temp.scanned(), NULL, 'an act reads by index');
SELECT is((reeve.undo_perform(:last, 'test', NULL)).outcome, 'done', 'it is undone');
SELECT is(pg_temp.scanned(), NULL, 'an undo reads by index');
SELECT is((reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "fraud", "for": "7d"}', NULL)).outcome, 'done', 'somebody is banned');
SELECT is(pg_temp.scanned(), NULL, 'a ban reads by index');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
