CREATE OR REPLACE FUNCTION reeve.reveal_ask(
  kind text, app text, collection text, key text, args jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  c reeve.collection;
  e reeve.evidence;
  given constant reeve.reveal_args := reeve.args_read(NULL::reeve.reveal_args, args);
  evidence bigint := given.evidence;
  about bigint := given."case";
  report bigint;
  why text := nullif(btrim(given.why), '');
  fields text[] := ARRAY(SELECT unnest(given.fields));
  begins boolean := coalesce(given.begins, FALSE);
  salt bytea := uuid_send(gen_random_uuid());
  digest bytea;
  code text;
  message text;
  detail jsonb;
  ticket bigint;
BEGIN
  IF coalesce(kind NOT IN ('fields', 'find', 'chat', 'evidence', 'export'), TRUE)
    OR kind = 'find' AND (given.value IS NULL OR cardinality(fields) <> 1
      AND fields IS DISTINCT FROM (reeve.collection_place(
        reeve.collection_resolve(app, collection))).columns) THEN
    RAISE EXCEPTION
      'a reveal is of fields, a chat, evidence, an export, or a search by one field or place'
      USING ERRCODE = 'RV001';
  END IF;
  IF begins AND (kind <> 'find' OR cardinality(fields) <> 1
    OR char_length(btrim(given.value)) < 3) THEN
    RAISE EXCEPTION 'the beginning of a value has three characters or more' USING ERRCODE = 'RV001';
  END IF;
  IF about IS NOT NULL AND NOT EXISTS (
    SELECT FROM reeve.case k WHERE k.case_id = about) THEN
    RAISE EXCEPTION 'there is no case C%', about USING ERRCODE = 'RV004',
      HINT = '`queue` lists them.';
  END IF;
  IF kind = 'evidence' THEN
    SELECT v.* INTO e FROM reeve.evidence v WHERE v.evidence_id = evidence;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no such evidence' USING ERRCODE = 'RV004';
    END IF;
    c := reeve.collection_get(e.collection_id);
    key := e.key;
  ELSE
    c := reeve.collection_resolve(app, collection);
    key := CASE WHEN kind <> 'find' THEN reeve.subject_key(c, key) END;
    evidence := NULL;
  END IF;
  fields := CASE WHEN kind IN ('fields', 'find') THEN fields ELSE '{}' END;
  IF kind = 'chat' AND reeve.member_acts('moderator') THEN
    PERFORM reeve.case_intake(2000);
    report := reeve.reveal_case(c, key, about);
    about := coalesce(about, report);
  END IF;
  -- Sessions of one person take turns, so that each counts what the others asked for.
  IF reeve.member_acts('moderator') THEN
    PERFORM reeve.turn_take('reveal ' || reeve.person_name(login));
  END IF;
  SELECT b.code, b.message INTO code, message
  FROM reeve.reveal_barred(kind, c, key, fields, why, report) b;
  digest := sha256(salt || reeve.bytes_prefix(convert_to(why, 'UTF8'))
    || reeve.bytes_prefix(CASE kind WHEN 'find' THEN convert_to(given.value, 'UTF8') END)
    || CASE WHEN begins THEN reeve.bytes_prefix('begins') ELSE '' END);
  ticket := reeve.command_record(CASE kind WHEN 'fields' THEN 'reveal' ELSE 'reveal.' || kind END,
    login, NULL, c.collection_id, key, code, detail => jsonb_strip_nulls(
      jsonb_build_object('fields', CASE WHEN fields <> '{}' AND code IS NULL THEN fields END,
        'case', about, 'evidence', evidence, 'begins', nullif(begins, FALSE),
        'digest', CASE WHEN code IS NULL THEN encode(digest, 'hex') END)));
  IF code IS NULL THEN
    message := CASE WHEN why IS NULL THEN 'C' || about ELSE '' END;
    detail := jsonb_strip_nulls(jsonb_build_object('ticket', ticket, 'case_id', about));
    INSERT INTO reeve.reveal(
      command_id, kind, collection_id, key, fields, evidence_id, case_id, asked_by, digest)
    VALUES (ticket, kind, c.collection_id, key, fields, evidence, about, login, digest);
    INSERT INTO reeve.reveal_reason(command_id, salt, reason) VALUES (ticket, salt, why);
  END IF;
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.reveal_ask(text, text, text, text, jsonb) IS
  'Asks to see personal fields: the first of two calls, which must be committed before the '
  'second. kind: fields of a subject, find (subjects by the value of one field, or by position, '
  'with both fields of the place), chat (the conversation of a message, or one), evidence, or '
  'export (everything that a person owns, reeve.export_take). args: '
  'why, case, fields, value, begins (value is the beginning, of three characters or more), '
  'evidence. Returns a ticket for one look within 5 minutes; message names the case because of '
  'which a chat may be read without a reason. A refusal is returned and recorded. RV001, RV003, '
  'RV004.';

GRANT EXECUTE ON FUNCTION reeve.reveal_ask(text, text, text, text, jsonb) TO reeve_viewer;
