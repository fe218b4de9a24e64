CREATE OR REPLACE FUNCTION reeve.rule_write(
  r reeve.rule, act reeve.action, taken reeve.rule_rows, is_set boolean DEFAULT FALSE)
RETURNS reeve.rule_rows
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  -- Without a column of the app's, only Reeve keeps the end: enforcement asks reeve.subject.
  visible text := coalesce(r.columns[1], 'until');
  has_terms boolean := EXISTS (SELECT FROM reeve.term t WHERE t.app = r.app);
  again text[];
  recorded int;
  twice text;
BEGIN
  IF taken.keys IS NULL THEN
    RETURN taken;
  END IF;
  IF r.kind = 'list' THEN
    UPDATE reeve.action a SET leaves = TRUE
    WHERE a.action_id = ANY (taken.ids) AND a.leaves IS NOT TRUE;
    RETURN taken;
  END IF;
  IF r.kind = 'hide' THEN
    WITH marked AS (
      INSERT INTO reeve.subject AS s(
        collection_id, key, hidden_by, hidden_until, base)
      SELECT r.affected_id, u.key, ARRAY[u.action_id], act.until, u.before
      FROM unnest(taken.keys, taken.befores, taken.ids) u(key, before, action_id)
      ON CONFLICT (collection_id, key) DO UPDATE SET
        version = s.version + 1,
        -- Of a column that a cause has written already, the value before that one stays.
        base = CASE WHEN s.hidden_by = '{}' THEN EXCLUDED.base ELSE EXCLUDED.base || s.base END,
        hidden_until = greatest(s.hidden_until, EXCLUDED.hidden_until),
        hidden_by = s.hidden_by || EXCLUDED.hidden_by
      RETURNING s.key, s.base, s.hidden_by)
    SELECT array_agg(CASE WHEN u.after = '{}' THEN jsonb_build_object(visible, greatest(
        act.until, (m.base ->> visible)::timestamptz,
        -- Of its causes, those that wrote other columns do not count.
        CASE WHEN cardinality(m.hidden_by) > 1 THEN (
          SELECT max(a.until) FROM reeve.effect e JOIN reeve.action a USING (action_id)
          WHERE e.action_id = ANY (m.hidden_by) AND e.collection_id = r.affected_id
            AND e.key = m.key AND e.before ?& r.columns) END))
      ELSE u.after END ORDER BY u.place),
      array_agg(u.key) FILTER (WHERE cardinality(m.hidden_by) > 1)
    INTO taken.afters, again
    FROM unnest(taken.keys, taken.afters) WITH ORDINALITY u(key, after, place)
    JOIN marked m ON m.key = u.key;
    IF again IS NOT NULL AND r.columns <> '{}' THEN
      taken.afters := reeve.rule_rebase(r, act, taken, again);
    END IF;
    PERFORM reeve.search_joined(r.affected_id, taken.keys);
  END IF;
  IF r.kind = 'delete' AND NOT is_set THEN
    PERFORM reeve.app_delete(r.affected_id, taken.keys);
  ELSIF r.columns <> '{}' AND NOT is_set THEN
    PERFORM reeve.app_write(
      reeve.collection_get(r.affected_id), r.columns, taken.keys, taken.afters);
  END IF;
  INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
  SELECT u.action_id, r.affected_id, u.key, r.rule_id, u.before, u.after, r.is_reversible
  FROM unnest(taken.keys, taken.befores, taken.afters, taken.ids) u(key, before, after, action_id)
  -- A row that came back is deleted again, as the same effect.
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS recorded = ROW_COUNT;
  IF recorded < cardinality(taken.keys) THEN
    twice := (
      SELECT format('the effects %s and %s of %s both write %s:%s', l.name, r.name, act.verb,
        c.name, u.key)
      FROM unnest(taken.keys, taken.ids) u(key, action_id)
      JOIN reeve.effect e ON e.action_id = u.action_id AND e.collection_id = r.affected_id
        AND e.key = u.key
      JOIN reeve.rule l USING (rule_id)
      JOIN reeve.collection c ON c.collection_id = r.affected_id
      WHERE l.name <> r.name LIMIT 1);
    IF twice IS NOT NULL THEN
      -- Only one of the two changes would be on record, and come back.
      RAISE EXCEPTION '%', twice USING ERRCODE = 'RV005',
        HINT = 'Make them one effect, or give them conditions that exclude each other.';
    END IF;
  END IF;
  PERFORM reeve.effect_enqueue(r, taken);
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at, act)
  SELECT u.action_id, (t.entry ->> 'collection')::int, t.entry ->> 'key',
    l.name || ':' || u.key, t.entry ->> 'template', coalesce(t.entry ->> 'locale', ''),
    coalesce(t.entry ->> 'zone', ''),
    jsonb_build_object('label', u.label, 'until', act.until,
      'policy', coalesce(p.title, v.title),
      'reason', coalesce(CASE WHEN act.reply_id IS NOT NULL THEN (
        SELECT x.rendered FROM reeve.reply_text(act.reply_id, t.entry ->> 'locale',
          t.entry ->> 'zone', jsonb_build_object('label', u.label, 'until', act.until,
            'policy', p.title, 'limit', act.name)) x) END, act.public_reason, p.clause),
      'limit', act.name, 'terms', coalesce(v.title, ''), 'version', coalesce(v.version, ''))
      || (t.entry -> 'with'),
    clock_timestamp() + interval '60 seconds',
    coalesce('B' || act.batch_id, 'A' || u.action_id)
  FROM unnest(taken.keys, taken.labels, taken.notify, taken.ids) u(key, label, notify, action_id)
  CROSS JOIN LATERAL jsonb_array_elements(u.notify) t(entry)
  JOIN reeve.collection l ON l.collection_id = r.affected_id
  LEFT JOIN reeve.policy p ON p.app = r.app AND p.name = act.policy
  LEFT JOIN LATERAL (
    SELECT v.version, m.title
    FROM reeve.action b
    JOIN reeve.term_version v USING (term_id) JOIN reeve.term m USING (app, kind)
    WHERE b.action_id = u.action_id AND has_terms
    -- Looked up for each notice: a join would change their order.
    OFFSET 0) v ON TRUE
  WHERE u.notify IS NOT NULL AND t.entry ? 'template'
  ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  RETURN taken;
END
$$;

COMMENT ON FUNCTION reeve.rule_write(reeve.rule, reeve.action, reeve.rule_rows, boolean) IS
  'Hides, sets or deletes the rows that one effect has taken (is_set: already done), records '
  'each change, queues the notices and enqueues the jobs. Set-based; returns the rows as they were '
  'written. Once everything is written, call reeve.effect_assert to read it back.';
