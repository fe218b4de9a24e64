CREATE OR REPLACE FUNCTION reeve.term_limit_put(
  t reeve.term, v reeve.term_version, key text, at timestamptz, principal text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
SET lock_timeout = '500ms'
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(t.collection_id);
  verb text := (
    SELECT d.verb FROM reeve.catalog_action d
    WHERE d.collection_id = t.collection_id AND d.kind = 'limit' AND d.is_live
    ORDER BY d.verb LIMIT 1);
  target record;
  act reeve.action;
BEGIN
  SELECT * INTO target FROM reeve.app_lock(c.collection_id, ARRAY[key]);
  IF NOT FOUND OR verb IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM reeve.subject s
  WHERE s.collection_id = c.collection_id AND s.key = term_limit_put.key FOR UPDATE;
  INSERT INTO reeve.action(verb, collection_id, key, actor, principal, until, name, public_reason,
    term_id)
  VALUES (verb, c.collection_id, key, 'system:terms.limit', principal, 'infinity', t.limit_name,
    left(format('%s, %s', t.title, v.version), 1000), v.term_id)
  RETURNING * INTO act;
  INSERT INTO reeve.label(collection_id, key, label)
  VALUES (c.collection_id, key, coalesce(target.label, key))
  ON CONFLICT ON CONSTRAINT label_pkey DO UPDATE SET label = EXCLUDED.label;
  INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until)
  VALUES (act.action_id, c.collection_id, key, 'limit', t.limit_name, 'infinity');
  PERFORM reeve.rule_run(c, verb, act, ARRAY[key], at);
  INSERT INTO reeve.term_limit(term_id, key, action_id) VALUES (v.term_id, key, act.action_id);
  PERFORM reeve.action_follow(act);
  PERFORM reeve.command_record(
    verb, act.actor, act.principal, c.collection_id, key, NULL, act.action_id);
EXCEPTION
  WHEN lock_not_available OR deadlock_detected THEN
    NULL;  -- The next search finds them again.
  WHEN SQLSTATE 'RV006' THEN
    INSERT INTO reeve.term_limit(term_id, key, ended_at) VALUES (v.term_id, key, at);
END
$$;

COMMENT ON FUNCTION reeve.term_limit_put(
  reeve.term, reeve.term_version, text, timestamptz, text) IS
  'Limits one person who has not accepted a version of terms, by an action on record without a '
  'policy and so without a strike. Where code of the app refuses it, only that is noted.';
