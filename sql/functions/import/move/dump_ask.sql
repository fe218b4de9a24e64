CREATE OR REPLACE FUNCTION reeve.dump_ask(app text, collection text, fields text[], why text)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  login text := session_user;
  c reeve.collection := reeve.collection_resolve(dump_ask.app, dump_ask.collection);
  reason text := nullif(btrim(dump_ask.why), '');
  salt bytea := uuid_send(gen_random_uuid());
  digest bytea;
  ticket bigint;
BEGIN
  IF reason IS NULL OR char_length(reason) > 2000 THEN
    RAISE EXCEPTION 'say why, in 1 to 2000 characters' USING ERRCODE = 'RV001';
  END IF;
  digest := sha256(salt || reeve.bytes_prefix(convert_to(reason, 'UTF8'))
    || reeve.bytes_prefix(NULL));
  ticket := reeve.command_record('reveal.dump', login, NULL, c.collection_id,
    detail => jsonb_strip_nulls(jsonb_build_object(
      'fields', CASE WHEN dump_ask.fields <> '{}' THEN dump_ask.fields END,
      'digest', encode(digest, 'hex'))));
  INSERT INTO reeve.reveal(command_id, kind, collection_id, fields, asked_by, digest, read_at)
  VALUES (ticket, 'dump', c.collection_id, dump_ask.fields, login, digest, clock_timestamp());
  INSERT INTO reeve.reveal_reason(command_id, salt, reason) VALUES (ticket, salt, reason);
  RETURN ticket;
END
$$;

COMMENT ON FUNCTION reeve.dump_ask(text, text, text[], text) IS
  'Records, before any row is read, who dumps a collection, why, and which of its personal '
  'columns. Runs as the installer. RV001, RV003.';
