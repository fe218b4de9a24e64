CREATE OR REPLACE FUNCTION reeve.reveal_barred(
  kind text, c reeve.collection, key text, fields text[], why text, report bigint,
  OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  quota int := coalesce((
    SELECT a.manifest #>> '{reveals,quota}' FROM reeve.app a WHERE a.app = c.app)::int, 60);
  -- An export is as much as hundreds of reveals.
  exports int := least(quota, 10);
  unknown text[] := ARRAY(
    SELECT f FROM unnest(fields) f WHERE f <> ALL (c.personal_columns));
BEGIN
  IF NOT reeve.member_acts('moderator') THEN
    code := 'rank';
    message := 'revealing needs the rank moderator and a login of your own';
  ELSIF char_length(why) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  ELSIF kind IN ('fields', 'find') AND (unknown <> '{}' OR fields = '{}') THEN
    code := 'argument';
    message := format('%s (%s)', CASE WHEN unknown = '{}' THEN 'say which fields' ELSE format(
      '%s has no personal field %s', c.name, array_to_string(unknown, ', ')) END, coalesce(
      'one of: ' || nullif(array_to_string(c.personal_columns, ', '), ''), 'it has none'));
  ELSIF kind = 'find' AND fields && reeve.cipher_columns(c) THEN
    code := 'argument';
    message := format('%s of %s is encrypted: nothing can be found by it', fields[1], c.name);
  ELSIF kind = 'chat' AND c.conversation IS NULL
    AND (reeve.conversation_messages(c)).collection_id IS NULL THEN
    code := 'argument';
    message := format('%s:%s is neither a conversation nor a message', c.name, key);
  ELSIF kind = 'export' AND c.locale_sql IS NULL THEN
    code := 'argument';
    message := format('%s is no collection of people: the catalog gives it no recipient', c.name);
  ELSIF kind = 'export' AND EXISTS (
    SELECT FROM reeve.forgotten f WHERE f.collection_id = c.collection_id
      AND f.key = reveal_barred.key) THEN
    code := 'notfound';
    message := format('%s:%s was erased', c.name, key);
  ELSIF kind IN ('fields', 'chat', 'export') AND reeve.app_key(c.collection_id, key) IS NULL THEN
    code := 'notfound';
    message := format('there is no %s:%s', c.name, key);
  ELSIF why IS NULL AND (kind <> 'chat' OR report IS NULL) THEN
    code := 'argument';
    message := CASE WHEN kind = 'chat' THEN 'it has no open report: say why'
      ELSE 'say why' END;
  ELSIF kind = 'export' AND (
    SELECT count(*) FROM reeve.reveal r
    WHERE r.asked_by = ANY (reeve.person_logins(session_user)) AND r.kind = 'export'
      AND r.asked_at > statement_timestamp() - interval '1 hour') >= exports THEN
    code := 'quota';
    message := format('%s has exported %s people within the hour, the most allowed', session_user,
      exports);
  ELSIF (
    SELECT count(*) FROM reeve.reveal r
    WHERE r.asked_by = ANY (reeve.person_logins(session_user))
      AND r.asked_at > statement_timestamp() - interval '1 hour') >= quota THEN
    code := 'quota';
    message := format('%s has revealed %s times within the hour, the most allowed',
      session_user, quota);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.reveal_barred(text, reeve.collection, text, text[], text, bigint) IS
  'Why the login may not see the personal fields of a subject; NULL if it may. A conversation '
  'needs no reason if an open case is about it.';
