CREATE OR REPLACE FUNCTION reeve.reporter_mute(
  app text, collection text, key text, args jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  c reeve.collection := reeve.collection_resolve(app, collection);
  given constant reeve.action_args := reeve.args_read(NULL::reeve.action_args, args);
  reason text := nullif(btrim(given.why), '');
  ends timestamptz;
  target text;
  label text;
  earlier bigint;
  act reeve.action;
  code text;
  message text;
  detail jsonb;
BEGIN
  key := reeve.subject_key(c, key);
  ends := CASE WHEN given."for" IS NULL THEN 'infinity'
    ELSE reeve.action_until(clock_timestamp(), given."for") END;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('mute', reason, 'moderator') r;
  IF code IS NOT NULL THEN
    NULL;
  ELSIF ends IS NULL THEN
    code := 'argument';
    message := format('%s is not a duration between a second and 10 years', given."for");
  ELSIF c.locale_sql IS NULL AND NOT EXISTS (
    SELECT FROM reeve.report p WHERE p.source = c.collection_id || ':' || reporter_mute.key)
  THEN
    code := 'argument';
    message := format('%s:%s has reported nothing; mute whoever reports', collection, key);
  ELSE
    BEGIN
      SELECT h.key, coalesce(h.label, h.key) INTO target, label
      FROM reeve.app_lock(c.collection_id, ARRAY[key]) h;
      SELECT a.action_id INTO earlier FROM reeve.action a
      WHERE a.collection_id = c.collection_id AND a.key = reporter_mute.key AND a.verb = 'mute'
        AND a.reversed_by IS NULL AND a.until > clock_timestamp()
      LIMIT 1;
      IF target IS NULL THEN
        code := 'notfound';
        message := format('there is no %s:%s', collection, key);
      ELSIF earlier IS NOT NULL THEN
        code := 'state';
        message := format('%s:%s is already muted, by A%s', collection, key, earlier);
      ELSE
        INSERT INTO reeve.label(collection_id, key, label)
        VALUES (c.collection_id, reporter_mute.key, label)
        ON CONFLICT ON CONSTRAINT label_pkey DO UPDATE SET label = EXCLUDED.label;
        INSERT INTO reeve.action(verb, collection_id, key, actor, reason, until)
        VALUES ('mute', c.collection_id, key, login, reason, ends)
        RETURNING * INTO act;
      END IF;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      code := 'busy';
      message := format('somebody else is changing %s:%s or a case%s; try again', collection, key,
        reeve.lock_holders('{reeve.label,reeve.case}', c.relation));
    END;
  END IF;
  PERFORM reeve.command_record(
    'mute', login, NULL, c.collection_id, key, code, act.action_id);
  detail := jsonb_build_object(
    'action_id', act.action_id, 'until', act.until, 'label', label);
  IF code IS NULL THEN
    message := 'A' || act.action_id;
    detail := detail || reeve.undo_offer(reeve.undo_refusal(act.action_id));
    IF ends < 'infinity' THEN
      PERFORM reeve.enqueue('moderation.lift', jsonb_build_object('action_id', act.action_id),
        act.until, 0::smallint, c.app, c.collection_id, key);
    END IF;
  END IF;
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.reporter_mute(text, text, text, jsonb) IS
  'Excludes a person''s reports from being counted, in open cases too. args: for (NULL: until it '
  'is undone), why. An action without effects on the app, which undo reverses.';

GRANT EXECUTE ON FUNCTION reeve.reporter_mute(text, text, text, jsonb) TO reeve_viewer;
