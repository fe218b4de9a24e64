CREATE OR REPLACE FUNCTION reeve.action_reverse(
  originals bigint[], kind text, actor text, principal text, reason text,
  batch_id bigint DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
DECLARE
  ids bigint[];
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
    SELECT jsonb_object_agg(x.action_id || ':' || x.collection_id || ':' || x.key,
      format('A%s, a later %s, depends on it', x.later_id, x.later_verb))
    FROM reeve.undo_conflicts(originals) x);
  WITH made AS (
    INSERT INTO reeve.action(
      verb, collection_id, key, actor, principal, reason, reverses, batch_id)
    SELECT action_reverse.kind, a.collection_id, a.key, action_reverse.actor,
      action_reverse.principal, action_reverse.reason, a.action_id, action_reverse.batch_id
    FROM reeve.action a WHERE a.action_id = ANY (originals)
    ORDER BY a.action_id DESC
    RETURNING action_id, reverses)
  SELECT array_agg(m.action_id ORDER BY m.reverses), array_agg(m.reverses ORDER BY m.reverses)
  INTO ids, originals FROM made m;
  UPDATE reeve.action a SET reversed_by = u.action_id
  FROM unnest(originals, ids) u(reverses, action_id) WHERE a.action_id = u.reverses;
  DELETE FROM reeve.mark m WHERE m.action_id = ANY (originals);
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE l.rule_id IN (
      SELECT e.rule_id FROM reeve.effect e WHERE e.action_id = ANY (originals))
    -- The last change is undone first: the actions of a batch may have set one row in turn.
    ORDER BY l.kind = 'set', l.seq * CASE l.kind WHEN 'set' THEN -1 ELSE 1 END
  LOOP
    affected := (SELECT c.name FROM reeve.collection c WHERE c.collection_id = r.affected_id);
    IF r.kind = 'hide' THEN
      -- Deleted rows keep no cause. They are locked by a statement of their own, so that the next
      -- one sees the actions of the transactions it waited for.
      present := ARRAY(SELECT h.key FROM reeve.app_lock(r.affected_id, (
        SELECT array_agg(e.key) FROM reeve.effect e
        WHERE e.action_id = ANY (originals) AND e.rule_id = r.rule_id
          AND e.undone_by IS NULL)) h);
      -- Visibility is recomputed from the causes that remain.
      WITH cause AS (
        SELECT e.key, array_agg(e.action_id) AS ids FROM reeve.effect e
        WHERE e.action_id = ANY (originals) AND e.rule_id = r.rule_id AND e.undone_by IS NULL
          AND e.key IN (SELECT unnest(present))
        GROUP BY e.key),
      remaining AS (
        UPDATE reeve.subject s SET
          version = s.version + 1,
          hidden_by = ARRAY(
            SELECT h.id FROM unnest(s.hidden_by) WITH ORDINALITY h(id, place)
            WHERE h.id <> ALL (c.ids) ORDER BY h.place),
          hidden_until = (
            SELECT max(a.until) FROM reeve.action a
            WHERE a.action_id = ANY (s.hidden_by) AND a.action_id <> ALL (c.ids))
        FROM cause c
        WHERE s.collection_id = r.affected_id AND s.key = c.key AND s.hidden_by && c.ids
        RETURNING s.key, s.hidden_until, s.base_until, s.base, s.hidden_by)
      SELECT array_agg(m.key), array_agg(CASE
        WHEN m.base IS NULL OR NOT m.base ?& r.columns THEN jsonb_build_object(
          coalesce(r.columns[1], 'until'), greatest(m.hidden_until, m.base_until))
        WHEN m.hidden_by = '{}' THEN m.base
        -- Values have no order: the one that another action wrote last remains.
        ELSE (
          SELECT e.after FROM reeve.effect e
          WHERE e.action_id = ANY (m.hidden_by) AND e.collection_id = r.affected_id
            AND e.key = m.key AND e.after ?& r.columns
          ORDER BY e.action_id DESC LIMIT 1) END)
      INTO keys, befores FROM remaining m;
      PERFORM reeve.search_joined(r.affected_id, keys);
      afters := NULL;
    ELSE
      SELECT array_agg(e.key), array_agg(e.before), array_agg(e.after) INTO keys, befores, afters
      FROM reeve.effect e
      WHERE e.action_id = ANY (originals) AND e.rule_id = r.rule_id AND e.is_reversible
        AND e.undone_by IS NULL AND e.digest IS NULL;
    END IF;
    written := reeve.action_restore(r, keys, befores, afters);
    -- An ending accepts partial success: the time is over in any case.
    IF r.kind = 'hide' AND action_reverse.kind <> 'lift'
      AND EXISTS (SELECT unnest(keys) EXCEPT SELECT unnest(written))
    THEN
      RAISE EXCEPTION '% rows of "%" stay hidden', cardinality(keys) - cardinality(written), r.name
        USING ERRCODE = 'RV006', DETAIL = (
          SELECT reeve.app_suspects(ARRAY[c.relation]) FROM reeve.collection c
          WHERE c.collection_id = r.affected_id),
          HINT = 'Code of the app suppressed the change or took it back; nothing was done.';
    END IF;
    WITH undone AS (
      UPDATE reeve.effect e SET undone_by = o.action_id
      FROM unnest(originals, ids) o(reverses, action_id)
      WHERE e.action_id = o.reverses AND e.rule_id = r.rule_id AND e.undone_by IS NULL
        AND e.key IN (SELECT unnest(written))
      RETURNING o.action_id, e.key, e.after)
    INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
    SELECT d.action_id, r.affected_id, d.key, r.rule_id, d.after, u.value, FALSE
    FROM unnest(keys, befores) u(key, value) JOIN undone d ON d.key = u.key;
    effects := effects || jsonb_build_object('rule', r.rule_id, 'name', r.name, 'kind', r.kind,
      'collection', affected, 'rows', coalesce(cardinality(written), 0));
    lost := lost || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', affected, 'key', e.key,
        'of', e.action_id, 'why', CASE WHEN e.digest IS NOT NULL THEN 'erased'
          WHEN r.kind = 'delete' THEN 'deleted' WHEN NOT e.is_reversible THEN 'irreversible'
          WHEN r.kind = 'hide' THEN 'gone' ELSE coalesce(
            conflicts ->> (e.action_id || ':' || e.collection_id || ':' || e.key),
            'changed since, or its position is taken') END))
      FROM reeve.effect e
      WHERE e.action_id = ANY (originals) AND e.rule_id = r.rule_id
        AND e.undone_by IS NULL), '[]');
  END LOOP;
  IF cardinality(ids) = 1 AND action_reverse.kind <> 'lift' THEN
    PERFORM reeve.effect_assert(ids);
  END IF;
  IF action_reverse.kind = 'undo' THEN
    PERFORM reeve.strike_withdraw(originals, ids[1], action_reverse.actor,
      action_reverse.principal);
  END IF;
  -- Rows that a hold protected may be due for erasure.
  PERFORM reeve.enqueue('moderation.erase', '{}', app => h.app)
  FROM (
    SELECT DISTINCT d.app FROM reeve.action a
    JOIN reeve.catalog_action d ON d.verb = a.verb AND d.collection_id = a.collection_id
    WHERE a.action_id = ANY (originals) AND d.kind = 'hold') h;
  -- Withdraws only notices about restored rows: people must still learn of an irreversible loss.
  UPDATE reeve.outbox o SET state = 'withdrawn'
  FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
  WHERE o.action_id = ANY (originals) AND o.state = 'queued' AND e.action_id = o.action_id
    AND e.undone_by = ANY (ids) AND o.about = c.name || ':' || e.key;
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at, corrects,
    act)
  SELECT e.undone_by, o.collection_id, o.key, o.about, 'correction', o.locale, o.zone,
    o.arguments || jsonb_build_object('notice', o.template), clock_timestamp() + interval '60 s',
    o.outbox_id, coalesce('B' || action_reverse.batch_id, 'A' || o.action_id)
  FROM reeve.outbox o
  JOIN reeve.effect e ON e.action_id = o.action_id AND e.undone_by = ANY (ids)
  JOIN reeve.collection c ON c.collection_id = e.collection_id AND o.about = c.name || ':' || e.key
  WHERE o.action_id = ANY (originals) AND o.state = 'sent'
  ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  IF batch_id IS NULL THEN
    PERFORM reeve.command_record(action_reverse.kind, action_reverse.actor,
      action_reverse.principal, a.collection_id, a.key, NULL, a.action_id)
    FROM reeve.action a WHERE a.action_id = ANY (ids) ORDER BY a.action_id;
  END IF;
  RETURN jsonb_build_object('action_id', ids[1], 'action_ids', ids, 'effects', effects,
    'lost', lost, 'kept', reeve.plan_kept(effects),
    'withdrawn', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = ANY (originals) AND o.state = 'withdrawn'),
    'corrections', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = ANY (ids)));
END
$$;

COMMENT ON FUNCTION reeve.action_reverse(bigint[], text, text, text, text, bigint) IS
  'Undoes exactly what actions did, each by a new action: removes their marks and their causes '
  'of hidden rows, restores columns that still equal what they wrote, withdraws or corrects '
  'their notices; an undo also withdraws proposals made because of their strikes. Set-based; '
  'records one command per action, except those of a batch. Returns counts and what was lost '
  '(of: by which action).';
