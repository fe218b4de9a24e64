CREATE OR REPLACE FUNCTION reeve.command_record(
  kind text, actor text, principal text DEFAULT NULL, collection_id int DEFAULT NULL,
  key text DEFAULT NULL, code text DEFAULT NULL, action_id bigint DEFAULT NULL,
  batch_id bigint DEFAULT NULL, detail jsonb DEFAULT '{}', items jsonb DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  m reeve.command;
  told bigint[];
  versions int[];
  digests bytea[];
BEGIN
  -- Reeve records no command there: it would bear somebody else's name.
  IF reeve.app_code_calls() THEN
    RAISE EXCEPTION 'code of an app calls in the name of %', session_user USING ERRCODE = 'RV002';
  END IF;
  -- A refusal is recorded under the name that the caller gave.
  IF (kind ~ '^[a-z][a-z0-9_. -]{0,79}$') IS NOT TRUE THEN
    RAISE EXCEPTION 'no command is called %', quote_nullable(left(kind, 80))
      USING ERRCODE = 'RV001', HINT = 'A verb is a lower-case word, such as hide.';
  END IF;
  IF current_setting('transaction_isolation') !~ '^read' THEN
    PERFORM reeve.member_recheck(ARRAY[login, actor, principal]);
  END IF;
  m.at := clock_timestamp();
  m.actor := command_record.actor;
  m.principal := command_record.principal;
  m.kind := command_record.kind;
  m.collection_id := command_record.collection_id;
  m.key := command_record.key;
  m.outcome := CASE WHEN command_record.code IS NULL THEN 'done' ELSE 'refused' END;
  m.code := command_record.code;
  m.action_id := command_record.action_id;
  m.batch_id := command_record.batch_id;
  m.detail := command_record.detail
    || jsonb_strip_nulls(jsonb_build_object('as', reeve.member_rank(),
      'glass', (reeve.glass_open(command_record.actor)).glass_id));
  m.program := left(current_setting('application_name'), 64);
  m.address := inet_client_addr();
  m.salt := gen_random_uuid();
  SELECT array_agg(n.outbox_id), array_agg(n.version), array_agg(n.digest)
  INTO told, versions, digests FROM reeve.notice_unsealed() n;
  m.content := reeve.record_head(m) || jsonb_build_object('items',
    coalesce(command_record.items, reeve.record_items(m)) || CASE WHEN told IS NULL THEN '{}'
      ELSE jsonb_build_object('N', jsonb_build_object('rows', cardinality(told), 'digest', (
        SELECT encode(sha256(string_agg(d.digest, ''::bytea ORDER BY d.place)), 'hex')
        FROM unnest(digests) WITH ORDINALITY d(digest, place)))) END);
  INSERT INTO reeve.command(
    at, actor, principal, kind, collection_id, key, outcome, code, action_id, batch_id, detail,
    manifest, program, address, salt, content)
  VALUES (m.at, m.actor, m.principal, m.kind, m.collection_id, m.key, m.outcome, m.code,
    m.action_id, m.batch_id, m.detail, reeve.record_digest(m.content), m.program, m.address,
    m.salt, m.content)
  RETURNING command.command_id INTO m.command_id;
  INSERT INTO reeve.chain_pending(command_id) VALUES (m.command_id);
  IF told IS NOT NULL THEN
    INSERT INTO reeve.outbox_seal(outbox_id, version, command_id, digest)
    SELECT n.outbox_id, n.version, m.command_id, n.digest
    FROM unnest(told, versions, digests) n(outbox_id, version, digest);
  END IF;
  IF m.command_id % 32 = 0 THEN
    PERFORM reeve.tables_analyze();
  END IF;
  RETURN m.command_id;
END
$$;

COMMENT ON FUNCTION reeve.command_record(
  text, text, text, int, text, text, bigint, bigint, jsonb, jsonb) IS
  'Records one command, after the fact, with the digest of what it did; reeve.record_seal links it '
  'into the chain after the commit. detail: its ids and enums, to which the rank of the login is '
  'added (as), and the emergency in which the actor has one (glass). items: the rows that it '
  'covers, NULL = reeve.record_items; besides, it seals the notices that this transaction has '
  'queued or changed (N).';
