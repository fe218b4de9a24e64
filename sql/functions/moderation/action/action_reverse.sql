CREATE OR REPLACE FUNCTION reeve.action_reverse(
  originals bigint[], kind text, actor text, principal text, reason text,
  batch_id bigint DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  ids bigint[];
  made bigint[];
  given reeve.given[];
  effects jsonb;
  lost jsonb;
  jobs jsonb;
  outside jsonb;
BEGIN
  WITH made AS (
    INSERT INTO reeve.action(
      verb, collection_id, key, actor, principal, reason, reverses, batch_id)
    SELECT action_reverse.kind, a.collection_id, a.key, action_reverse.actor,
      action_reverse.principal, action_reverse.reason, a.action_id, action_reverse.batch_id
    FROM reeve.action a WHERE a.action_id = ANY (originals) AND a.reversed_by IS NULL
    ORDER BY a.action_id DESC
    RETURNING action_id, reverses)
  SELECT array_agg(m.action_id ORDER BY m.reverses) INTO made FROM made m;
  UPDATE reeve.action a SET reversed_by = u.action_id
  FROM reeve.action u WHERE u.action_id = ANY (made) AND a.action_id = u.reverses;
  -- Rows that an earlier undo could not restore are added to that undo.
  SELECT array_agg(a.reversed_by ORDER BY a.action_id), array_agg(a.action_id ORDER BY a.action_id)
  INTO ids, originals FROM reeve.action a WHERE a.action_id = ANY (originals);
  given := ARRAY(SELECT g FROM reeve.action_give_back(originals) g);
  effects := reeve.given_effects(given);
  lost := reeve.given_lost(given, originals);
  PERFORM reeve.given_record(given, originals, ids);
  -- Whoever planned something for the account that stayed, such as a ban of both, looks again.
  UPDATE reeve.subject s SET version = s.version + 1
  FROM reeve.action a
  WHERE a.action_id = ANY (originals) AND s.collection_id = a.collection_id
    AND s.key = reeve.merge_into(a.collection_id, a.verb, a.name);
  PERFORM reeve.merge_cover(c, a.key, action_reverse.actor, action_reverse.principal),
    reeve.reporter_recount(a.collection_id, a.name)
  FROM reeve.action a
  JOIN reeve.catalog_action d
    ON d.collection_id = a.collection_id AND d.verb = a.verb AND d.kind = 'merge'
  CROSS JOIN LATERAL reeve.collection_get(a.collection_id) c
  WHERE a.action_id = ANY (originals);
  jobs := reeve.effect_dequeue(originals, ids);
  lost := lost || (jobs -> 'lost');
  outside := reeve.outside_reverse(originals, ids) || reeve.file_reverse(originals, ids);
  IF action_reverse.kind = 'undo' AND made IS NOT NULL THEN
    PERFORM reeve.strike_withdraw(originals, ids[1], action_reverse.actor,
      action_reverse.principal);
  END IF;
  -- Rows that a hold protected may be due for erasure.
  PERFORM reeve.enqueue('moderation.erase', '{}', app => h.app)
  FROM (
    SELECT DISTINCT d.app FROM reeve.action a
    JOIN reeve.catalog_action d ON d.verb = a.verb AND d.collection_id = a.collection_id
    WHERE a.action_id = ANY (originals) AND d.kind = 'hold') h;
  -- Whose time is over was right. Only notices about restored rows: people must still learn of an
  -- irreversible loss. The answer to an appeal stays one.
  IF action_reverse.kind = 'undo' THEN
    UPDATE reeve.outbox o SET state = 'withdrawn'
    FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
    WHERE o.action_id = ANY (originals) AND o.state = 'queued' AND e.action_id = o.action_id
      AND o.template NOT LIKE 'appeal-%'
      AND e.undone_by = ANY (ids) AND o.about = c.name || ':' || e.key;
    INSERT INTO reeve.outbox(
      action_id, collection_id, key, about, template, locale, zone, arguments, due_at, corrects,
      act)
    SELECT e.undone_by, o.collection_id, o.key, o.about, 'correction', o.locale, o.zone,
      o.arguments || jsonb_build_object('notice', o.template),
      clock_timestamp() + interval '60 s', o.outbox_id,
      coalesce('B' || action_reverse.batch_id, 'A' || o.action_id)
    FROM reeve.outbox o
    JOIN reeve.effect e ON e.action_id = o.action_id AND e.undone_by = ANY (ids)
    JOIN reeve.collection c
      ON c.collection_id = e.collection_id AND o.about = c.name || ':' || e.key
    WHERE o.action_id = ANY (originals) AND o.state = 'sent' AND o.template NOT LIKE 'appeal-%'
      -- Whom it did not reach has nothing to be corrected.
      AND (o.result IN ('bounced', 'failed')) IS NOT TRUE
    ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  END IF;
  -- Trying the rest again is on record where it restored something.
  PERFORM reeve.command_record(action_reverse.kind, action_reverse.actor,
    action_reverse.principal, a.collection_id, a.key, NULL, a.action_id)
  FROM reeve.action a
  WHERE a.action_id = ANY (ids) AND CASE WHEN a.action_id = ANY (made)
    THEN action_reverse.batch_id IS NULL
    ELSE EXISTS (SELECT FROM unnest(given) g WHERE g.is_done AND a.reverses = ANY (g.action_ids))
    END
  ORDER BY a.action_id;
  RETURN jsonb_build_object('action_id', ids[1], 'effects', effects,
    -- First and last, in either order.
    'made', jsonb_build_array(made[1], made[cardinality(made)]),
    'lost', lost, 'taken_back', jobs - 'lost', 'outside_taken_back', outside,
    'kept', reeve.plan_kept(effects),
    'withdrawn', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = ANY (originals) AND o.state = 'withdrawn'),
    'corrections', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = ANY (ids)));
END
$$;

COMMENT ON FUNCTION reeve.action_reverse(bigint[], text, text, text, text, bigint) IS
  'Undoes exactly what actions did, each by a new action: removes their marks and their causes '
  'of hidden rows, restores columns that still equal what they wrote; an undo also withdraws or '
  'corrects their notices, and withdraws proposals made because of their strikes. Of actions that '
  'are undone already, restores the rows that could not be restored then. Set-based; records one '
  'command per action, except those that a batch makes. Returns counts, the first and last of the '
  'new actions, and what was lost (of: by which action; code: refused by the app, and tried '
  'again).';
