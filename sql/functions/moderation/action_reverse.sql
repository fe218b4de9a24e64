CREATE OR REPLACE FUNCTION reeve.action_reverse(
  original reeve.action, kind text, actor text, principal text, reason text)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
DECLARE
  act reeve.action;
  r reeve.rule;
  present text[];
  keys text[];
  befores jsonb[];
  afters jsonb[];
  written text[];
  lost jsonb := '[]';
  effects jsonb := '[]';
  affected text;
  conflicts jsonb;
BEGIN
  conflicts := (
    SELECT jsonb_object_agg(x.collection_id || ':' || x.key,
      format('A%s, a later %s, depends on it', x.later_id, x.later_kind))
    FROM reeve.undo_conflicts(original.action_id) x);
  INSERT INTO reeve.action(kind, collection_id, key, actor, principal, reason, reverses)
  VALUES (action_reverse.kind, original.collection_id, original.key, action_reverse.actor,
    action_reverse.principal, action_reverse.reason, original.action_id)
  RETURNING * INTO act;
  UPDATE reeve.action a SET reversed_by = act.action_id WHERE a.action_id = original.action_id;
  DELETE FROM reeve.mark m WHERE m.action_id = original.action_id;
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE l.rule_id IN (
      SELECT e.rule_id FROM reeve.effect e WHERE e.action_id = original.action_id)
    ORDER BY l.kind = 'set', l.seq
  LOOP
    affected := (SELECT c.name FROM reeve.collection c WHERE c.collection_id = r.affected_id);
    PERFORM reeve.hand_assert();
    IF r.kind = 'hide' THEN
      -- Rows that are gone keep no cause. They are locked by a statement of its own: the next sees
      -- the actions of whoever was waited for.
      present := ARRAY(SELECT h.key FROM reeve.hand_lock(r.affected_id, (
        SELECT array_agg(e.key) FROM reeve.effect e
        WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id
          AND e.undone_by IS NULL)) h);
      -- Visibility is recomputed from the causes that remain.
      WITH remaining AS (
        UPDATE reeve.subject s SET
          version = s.version + 1,
          hidden_by = array_remove(s.hidden_by, original.action_id),
          hidden_until = (
            SELECT max(a.until) FROM reeve.action a
            WHERE a.action_id = ANY (array_remove(s.hidden_by, original.action_id)))
        WHERE s.collection_id = r.affected_id AND original.action_id = ANY (s.hidden_by)
          AND s.key IN (SELECT unnest(present))
        RETURNING s.key, s.hidden_until, s.base_until)
      SELECT array_agg(m.key), array_agg(jsonb_build_object(
        coalesce(r.columns[1], 'until'), greatest(m.hidden_until, m.base_until)))
      INTO keys, befores FROM remaining m;
      afters := NULL;
    ELSE
      SELECT array_agg(e.key), array_agg(e.before), array_agg(e.after) INTO keys, befores, afters
      FROM reeve.effect e
      WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id AND e.is_reversible
        AND e.undone_by IS NULL AND e.digest IS NULL;
    END IF;
    written := reeve.action_restore(r, keys, befores, afters);
    PERFORM reeve.hand_assert();
    INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
    SELECT act.action_id, r.affected_id, u.key, r.rule_id, e.after, u.value, FALSE
    FROM unnest(keys, befores) u(key, value)
    JOIN reeve.effect e ON e.action_id = original.action_id AND e.collection_id = r.affected_id
      AND e.key = u.key
    WHERE u.key = ANY (written);
    UPDATE reeve.effect e SET undone_by = act.action_id
    WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id AND e.key = ANY (written);
    effects := effects || jsonb_build_object('rule', r.rule_id, 'name', r.name, 'kind', r.kind,
      'collection', affected, 'rows', coalesce(cardinality(written), 0));
    lost := lost || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', affected, 'key', e.key, 'why',
        CASE WHEN e.digest IS NOT NULL THEN 'erased'
          WHEN NOT e.is_reversible THEN 'irreversible'
          WHEN r.kind = 'hide' THEN 'gone' ELSE coalesce(
            conflicts ->> (e.collection_id || ':' || e.key),
            'changed since, or its place is taken') END))
      FROM reeve.effect e
      WHERE e.action_id = original.action_id AND e.rule_id = r.rule_id
        AND e.undone_by IS NULL), '[]');
  END LOOP;
  IF EXISTS (SELECT FROM reeve.catalog_action d
    WHERE d.verb = original.kind AND d.collection_id = original.collection_id AND d.kind = 'hold')
  THEN
    -- What it kept from being erased may be due.
    PERFORM reeve.enqueue('moderation.erase', '{}',
      app => (SELECT c.app FROM reeve.collection c
        WHERE c.collection_id = original.collection_id));
  END IF;
  -- Only notices about what came back are withdrawn: an irreversible loss must still be told.
  UPDATE reeve.outbox o SET state = 'withdrawn'
  FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
  WHERE o.action_id = original.action_id AND o.state = 'queued' AND e.action_id = o.action_id
    AND e.undone_by = act.action_id AND o.about = c.name || ':' || e.key;
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at, corrects)
  SELECT act.action_id, o.collection_id, o.key, o.about, 'correction', o.locale, o.zone,
    o.arguments || jsonb_build_object('notice', o.template), clock_timestamp() + interval '60 s',
    o.outbox_id
  FROM reeve.outbox o
  JOIN reeve.effect e ON e.action_id = o.action_id AND e.undone_by = act.action_id
  JOIN reeve.collection c ON c.collection_id = e.collection_id AND o.about = c.name || ':' || e.key
  WHERE o.action_id = original.action_id AND o.state = 'sent'
  ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  PERFORM reeve.command_record(action_reverse.kind, action_reverse.actor, action_reverse.principal,
    original.collection_id, original.key, NULL, act.action_id);
  RETURN jsonb_build_object('action_id', act.action_id, 'effects', effects, 'lost', lost,
    'withdrawn', (SELECT count(*) FROM reeve.outbox o
      WHERE o.action_id = original.action_id AND o.state = 'withdrawn'),
    'corrections', (SELECT count(*) FROM reeve.outbox o WHERE o.action_id = act.action_id));
END
$$;

COMMENT ON FUNCTION reeve.action_reverse(reeve.action, text, text, text, text) IS
  'Takes back exactly what one action did, as a new action: removes its mark, and it from the '
  'causes of hidden rows, gives columns back where they still equal what it wrote, withdraws or '
  'corrects its notices. Returns counts and what was lost.';
