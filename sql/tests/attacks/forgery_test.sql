-- Whoever can write to every table forges each table of the record in each way: every column by
-- itself, rows taken away, added and swapped, digests made anew, rows set back to what they were,
-- the end cut off. The columns come from the catalog, so that a new one is forged as well.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT * FROM no_plan();
\ir ../fixtures/record.sql
-- Two of each, so that they can be swapped.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('tag', 'person', '4', '{"name": "fraud", "why": "odd"}'), 'done',
  'another is tagged');
SELECT is((SELECT outcome FROM reeve.reveal_ask('fields', 'shop', 'person', '4',
  '{"fields": ["email"], "why": "court 89"}')), 'done', 'and revealed');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.member_link('shop_ann', 'shop', 'person', '4', TRUE)), 'done',
  'another member is linked');
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset

SELECT coalesce(current_setting('reeve.seed', TRUE), (random() * 1000000)::int::text) AS seed \gset
SELECT diag('SEED ' || :'seed');
SELECT set_config('record.seed', :'seed', TRUE) \gset

-- Does something behind Reeve's back, looks for it, and undoes it: what was found, nothing, or that
-- the attack itself changed nothing.
CREATE FUNCTION pg_temp.reeve_found(relation regclass, changes text[], is_bare boolean)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
  rows bigint;
  changed bigint := 0;
  statement text;
BEGIN
  -- Whoever can do this can also drop what is in the way.
  FOR statement IN
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', relation, c.conname)
    FROM pg_constraint c
    WHERE is_bare AND c.conrelid = relation AND c.contype = 'c'
    UNION ALL
    SELECT format('ALTER TABLE %s ALTER COLUMN %I DROP IDENTITY', relation, a.attname)
    FROM pg_attribute a
    WHERE is_bare AND a.attrelid = relation AND a.attidentity <> ''
  LOOP
    EXECUTE statement;
  END LOOP;
  SET LOCAL session_replication_role = replica;
  FOREACH statement IN ARRAY changes LOOP
    EXECUTE statement;
    GET DIAGNOSTICS rows = ROW_COUNT;
    changed := changed + rows;
  END LOOP;
  SELECT string_agg(DISTINCT f.problem, '; ') INTO found FROM reeve.audit_faults(1) f;
  RAISE EXCEPTION USING ERRCODE = 'P0099', MESSAGE = CASE WHEN changed = 0 THEN 'no row'
    ELSE coalesce(found, 'nothing') END;
EXCEPTION
  WHEN SQLSTATE 'P0099' THEN
    RETURN SQLERRM;
  -- A key that is gone is found as well, by its absence.
  WHEN unique_violation THEN
    RETURN 'a key refuses it';
  WHEN check_violation OR generated_always THEN
    IF is_bare THEN
      RAISE;
    END IF;
    RETURN pg_temp.reeve_found(relation, changes, TRUE);
END
$$;
SELECT is_empty('SELECT * FROM reeve.audit_faults(1)', 'untouched, nothing is found');

-- What is sealed, and the columns that are not: docs/security.md says the same.
CREATE TEMPORARY TABLE sealed(relation regclass PRIMARY KEY, keys text[] NOT NULL,
  unsealed text[] NOT NULL DEFAULT '{}');
INSERT INTO sealed VALUES
  ('reeve.chain', '{seq}', '{}'), ('reeve.chain_head', '{seq}', '{is_only,sealed_below,looked_at}'),
  ('reeve.command', '{command_id}', '{xid}'),
  ('reeve.action', '{action_id}', '{horizon,leaves}'),
  ('reeve.effect', '{action_id,collection_id,key,rule_id}', '{}'),
  ('reeve.evidence', '{evidence_id}', '{}'), ('reeve.evidence_part', '{evidence_id,place}', '{}'),
  ('reeve.evidence_bytes', '{bytes_id}', '{erased_at}'),
  ('reeve.approval', '{approval_id}', '{}'),
  ('reeve.member', '{role_name}', '{}'), ('reeve.member_subject', '{collection_id,key}', '{}'),
  ('reeve.reveal', '{command_id}', '{transaction,taken,read_at}'),
  ('reeve.reveal_reason', '{command_id}', '{}'),
  ('reeve.strike', '{action_id}', '{}'), ('reeve.mark', '{action_id}', '{}'),
  ('reeve.label', '{collection_id,key}', '{}'), ('reeve.forgotten', '{collection_id,key}', '{}'),
  ('reeve.subject', '{collection_id,key}', '{}'),
  ('reeve.outbox', '{outbox_id}', '{xid}'), ('reeve.outbox_seal', '{outbox_id,version}', '{}');

CREATE TEMPORARY TABLE forgery AS
WITH attribute AS (
  SELECT s.relation, s.unsealed, a.attname::text AS name, a.attnum,
    a.attname = ANY (s.keys) AS is_key, a.attname = ANY (s.unsealed) AS is_unsealed,
    -- Another value of the same type.
    replace(CASE format_type(a.atttypid, NULL)
      WHEN 'text' THEN 'coalesce(@, '''') || ''x'''
      WHEN 'bytea' THEN 'sha256(coalesce(@, ''''))'
      WHEN 'boolean' THEN 'NOT coalesce(@, FALSE)'
      WHEN 'uuid' THEN 'gen_random_uuid()'
      WHEN 'jsonb' THEN 'coalesce(@, ''{}'') || ''{"forged": 1}'''
      WHEN 'text[]' THEN 'coalesce(@, ''{}'') || ''{x}''::text[]'
      WHEN 'bigint[]' THEN 'coalesce(@, ''{}'') || ''{1}''::bigint[]'
      WHEN 'interval' THEN 'coalesce(@, ''0'') + ''1 hour'''
      WHEN 'inet' THEN '''10.9.8.7'''
      WHEN 'xid8' THEN '''4'''
      WHEN 'smallint' THEN 'coalesce(@, 0) + 1'
      WHEN 'oid' THEN '(coalesce(@, 0)::bigint + 1)::oid'
      WHEN 'timestamp with time zone'
      THEN 'CASE WHEN isfinite(@) THEN @ + ''1 hour'' ELSE now() END'
      ELSE 'coalesce(@, 0) + 1000003' END, '@', 't.' || quote_ident(a.attname)) AS other
  FROM sealed s
  JOIN pg_attribute a ON a.attrelid = s.relation AND a.attnum > 0 AND NOT a.attisdropped
),
-- A row for each column, rather one that has a value there.
picked AS (
  SELECT a.*, (xpath('/row/ctid/text()', query_to_xml(format(
    'SELECT t.ctid FROM %s t ORDER BY t.%I IS NULL, md5(t.ctid::text || %L) LIMIT 1', a.relation,
    a.name, current_setting('record.seed') || a.name), FALSE, TRUE, '')))[1]::text AS place
  FROM attribute a
)
SELECT p.relation, format('%s: another %s', p.relation, p.name) AS what, p.is_unsealed,
  ARRAY[format('UPDATE %s t SET %I = %s WHERE t.ctid = %L', p.relation, p.name, p.other,
    p.place)] AS changes
FROM picked p
UNION ALL
SELECT s.relation, format('%s: row %s less', s.relation, r.place), FALSE,
  ARRAY[format('DELETE FROM %s t WHERE t.ctid = %L', s.relation, r.place)]
FROM sealed s
CROSS JOIN LATERAL (
  SELECT x.place::text FROM unnest(xpath('//ctid/text()', query_to_xml(format(
    'SELECT t.ctid FROM %s t ORDER BY md5(t.ctid::text || %L) LIMIT 4', s.relation,
    current_setting('record.seed')), FALSE, FALSE, ''))) x(place)) r
UNION ALL
-- The copy of a row under another key.
SELECT s.relation, format('%s: a row more', s.relation), FALSE, ARRAY[format(
  'INSERT INTO %s OVERRIDING SYSTEM VALUE SELECT %s FROM %1$s t ORDER BY md5(t.ctid::text || %3$L) '
  'LIMIT 1', s.relation, (
    SELECT string_agg(CASE WHEN a.is_key AND a.name = s.keys[cardinality(s.keys)] THEN
      a.other ELSE 't.' || quote_ident(a.name) END, ', ' ORDER BY a.attnum)
    FROM attribute a WHERE a.relation = s.relation), current_setting('record.seed'))]
FROM sealed s
-- A true copy that no capture has is no evidence.
WHERE s.relation <> 'reeve.evidence_bytes'::regclass
UNION ALL
-- Each of two rows that differ has what the other had.
SELECT s.relation, format('%s: two rows swapped', s.relation), FALSE, ARRAY[format(
  'UPDATE %1$s t SET (%2$s) = ROW(%3$s) FROM (
     SELECT a.ctid AS one, b.ctid AS two FROM %1$s a, %1$s b
     WHERE (%4$s) IS DISTINCT FROM (%5$s) AND %7$s
     ORDER BY md5(a.ctid::text || b.ctid::text || %6$L) LIMIT 1) p, %1$s o
   WHERE t.ctid = p.one AND o.ctid = p.two OR t.ctid = p.two AND o.ctid = p.one', s.relation,
  string_agg(quote_ident(a.name), ', ' ORDER BY a.attnum),
  string_agg('o.' || quote_ident(a.name), ', ' ORDER BY a.attnum),
  string_agg('a.' || quote_ident(a.name), ', ' ORDER BY a.attnum),
  string_agg('b.' || quote_ident(a.name), ', ' ORDER BY a.attnum),
  current_setting('record.seed'),
  -- Of earlier versions of notices, which are nowhere else, the digests are sealed, not whose.
  CASE s.relation WHEN 'reeve.outbox_seal'::regclass THEN 'NOT EXISTS (SELECT FROM '
    'reeve.outbox_seal l WHERE l.outbox_id = a.outbox_id AND l.version > a.version)'
    ELSE 'TRUE' END)]
FROM sealed s
JOIN attribute a ON a.relation = s.relation AND NOT a.is_key AND NOT a.is_unsealed
-- One head, and one erasure.
WHERE s.relation NOT IN ('reeve.chain_head'::regclass, 'reeve.forgotten'::regclass)
GROUP BY s.relation
UNION ALL
-- Rows with digests of their own, written anew with another content.
SELECT f.relation::regclass, format('%s: %s', f.relation, f.what), FALSE, f.changes
FROM (VALUES
  ('reeve.action', 'another reason behind a new digest',
    ARRAY['UPDATE reeve.action SET reason = ''y'' WHERE digest IS NULL',
      'UPDATE reeve.action a SET digest = reeve.action_digest(a)']),
  ('reeve.effect', 'another value behind a new digest',
    ARRAY['UPDATE reeve.effect SET before = ''{"state": "y"}'' WHERE digest IS NULL',
      'UPDATE reeve.effect e SET digest = reeve.effect_digest(e)']),
  ('reeve.approval', 'another reason behind a new digest',
    ARRAY['UPDATE reeve.approval SET reason = ''y''',
      'UPDATE reeve.approval p SET digest = reeve.approval_digest(p)']),
  ('reeve.evidence_bytes', 'another content behind new digests',
    ARRAY['UPDATE reeve.evidence_bytes SET content = ''{"y": 1}'',
        hash = sha256(convert_to(''{"y": 1}'', ''UTF8'')),
        digest = sha256(salt || convert_to(''{"y": 1}'', ''UTF8'')) WHERE content IS NOT NULL',
      'UPDATE reeve.evidence e SET digest = d.digest
       FROM reeve.evidence_digests(ARRAY(SELECT evidence_id FROM reeve.evidence)) d
       WHERE d.evidence_id = e.evidence_id']),
  ('reeve.outbox', 'another recipient behind a new digest',
    ARRAY['UPDATE reeve.outbox SET key = key || ''9''',
      'UPDATE reeve.outbox_seal s SET digest = reeve.notice_digest(o)
       FROM reeve.outbox o WHERE o.outbox_id = s.outbox_id AND o.version = s.version']),
  ('reeve.outbox', 'another recipient behind a version that no command made',
    ARRAY['UPDATE reeve.outbox SET key = key || ''9'', version = version + 1',
      'INSERT INTO reeve.outbox_seal SELECT o.outbox_id, o.version, s.command_id,
         reeve.notice_digest(o) FROM reeve.outbox o
       JOIN reeve.outbox_seal s ON s.outbox_id = o.outbox_id AND s.version = o.version - 1']),
  ('reeve.outbox', 'a notice with its seals away',
    ARRAY['DELETE FROM reeve.outbox WHERE outbox_id = (SELECT max(outbox_id) FROM reeve.outbox)',
      'DELETE FROM reeve.outbox_seal s WHERE NOT EXISTS (
         SELECT FROM reeve.outbox o WHERE o.outbox_id = s.outbox_id)']),
  ('reeve.outbox', 'a notice as it was before',
    ARRAY['UPDATE reeve.outbox o SET state = p.state, version = p.version, xid = p.xid,
         salt = p.salt FROM before p WHERE p.outbox_id = o.outbox_id AND p.version < o.version']),
  ('reeve.outbox', 'a notice as it was before, its later seal away',
    ARRAY['UPDATE reeve.outbox o SET state = p.state, version = p.version, xid = p.xid,
         salt = p.salt FROM before p WHERE p.outbox_id = o.outbox_id AND p.version < o.version',
      'DELETE FROM reeve.outbox_seal s USING reeve.outbox o
       WHERE o.outbox_id = s.outbox_id AND s.version > o.version']),
  ('reeve.subject', 'a version set back', ARRAY['UPDATE reeve.subject SET version = version - 1']),
  ('reeve.command', 'another content behind a new manifest',
    ARRAY['UPDATE reeve.command SET content = content || ''{"y": 1}''',
      'UPDATE reeve.command SET manifest = reeve.record_digest(content)']),
  ('reeve.chain', 'another actor behind a new hash',
    ARRAY['UPDATE reeve.chain SET actor = ''y'' WHERE seq = 3',
      'UPDATE reeve.chain h SET hash = reeve.chain_hash(h) WHERE seq = 3']),
  ('reeve.chain', 'the end cut off, with its commands, behind an anchor',
    ARRAY['DELETE FROM reeve.command m USING reeve.chain h
       WHERE h.command_id = m.command_id AND h.seq = (SELECT max(seq) FROM reeve.chain)',
      'DELETE FROM reeve.chain WHERE seq = (SELECT max(seq) FROM reeve.chain)',
      'UPDATE reeve.chain_head d SET seq = h.seq, hash = h.hash FROM (
         SELECT * FROM reeve.chain ORDER BY seq DESC LIMIT 1) h'])) f(relation, what, changes);

-- An anchor at the end, where the database's owner cannot write in earnest.
INSERT INTO reeve.anchor(seq, hash, destination, anchored_by)
SELECT h.seq, h.hash, 'printed', 'shop_sam' FROM reeve.chain h ORDER BY h.seq DESC LIMIT 1;

SELECT CASE WHEN f.is_unsealed THEN is(x.found, 'nothing', f.what || ' is not sealed')
  WHEN x.found IN ('nothing', 'no row') THEN fail(f.what || ': ' || x.found)
  ELSE pass(f.what) END
FROM forgery f
CROSS JOIN LATERAL (SELECT pg_temp.reeve_found(f.relation, f.changes, FALSE)) x(found)
ORDER BY f.what;

SELECT is_empty('SELECT * FROM reeve.audit_faults(1)', 'and all is as it was');
SELECT * FROM finish();
ROLLBACK;
