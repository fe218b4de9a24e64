CREATE OR REPLACE FUNCTION reeve.rule_run(
  r reeve.rule, act reeve.action, keys text[], at timestamptz, mode text, max_rows bigint,
  action_ids bigint[] DEFAULT NULL)
RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  rows text[];
  labels text[];
  befores jsonb[];
  afters jsonb[];
  tells jsonb[];
  ids bigint[];
  -- Without a column of the app's the end is kept in Reeve alone: reeve.subject is what bites.
  visible text := coalesce(r.columns[1], 'until');
  written int;
BEGIN
  PERFORM reeve.hand_assert();
  SELECT array_agg(s.key), array_agg(s.label), array_agg(s.before), array_agg(s.after),
    array_agg(s.tell), array_agg(o.action_id)
  INTO rows, labels, befores, afters, tells, ids
  FROM reeve.hand_select(r.rule_id, keys, at, act.until, act.grace, mode, max_rows,
    coalesce(act.public_reason, (
      SELECT p.clause FROM reeve.policy p WHERE p.app = r.app AND p.name = act.policy))) s
  LEFT JOIN unnest(keys, action_ids) u(key, action_id) ON u.key = s.root
  CROSS JOIN LATERAL (
    SELECT CASE WHEN action_ids IS NULL THEN act.action_id ELSE u.action_id END) o(action_id)
  -- What a sweep finds again is done; two effects that write one row are the catalog's fault.
  WHERE o.action_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM reeve.effect e
    WHERE e.action_id = o.action_id AND e.collection_id = r.affected_id AND e.key = s.key
      AND (r.kind = 'hide' OR e.rule_id = r.rule_id));
  IF rows IS NULL OR r.kind = 'list' THEN
    RETURN coalesce(cardinality(rows), 0);
  END IF;
  IF r.kind = 'hide' THEN
    WITH marked AS (
      INSERT INTO reeve.subject AS s(collection_id, key, hidden_by, hidden_until, base_until)
      SELECT r.affected_id, u.key, ARRAY[u.action_id], act.until,
        (u.before ->> visible)::timestamptz
      FROM unnest(rows, befores, ids) u(key, before, action_id)
      ON CONFLICT (collection_id, key) DO UPDATE SET
        version = s.version + 1,
        base_until = CASE WHEN s.hidden_by = '{}' THEN EXCLUDED.base_until ELSE s.base_until END,
        hidden_until = greatest(s.hidden_until, EXCLUDED.hidden_until),
        hidden_by = s.hidden_by || EXCLUDED.hidden_by
      RETURNING s.key, jsonb_build_object(visible, greatest(s.hidden_until, s.base_until)) AS after)
    SELECT array_agg(m.after ORDER BY u.place) INTO afters
    FROM unnest(rows) WITH ORDINALITY u(key, place)
    JOIN marked m ON m.key = u.key;
  END IF;
  written := CASE WHEN r.columns = '{}' THEN cardinality(rows) ELSE (
    SELECT count(*) FROM reeve.hand_write(r.affected_id, r.columns, rows, afters)) END;
  PERFORM reeve.hand_assert();
  IF written <> cardinality(rows) THEN
    RAISE EXCEPTION '% of % rows of "%" were not changed', cardinality(rows) - written,
      cardinality(rows), r.name
      USING ERRCODE = 'RV006', HINT = 'A trigger of the app may have suppressed the change.';
  END IF;
  INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
  SELECT u.action_id, r.affected_id, u.key, r.rule_id, u.before, u.after, r.is_reversible
  FROM unnest(rows, befores, afters, ids) u(key, before, after, action_id);
  INSERT INTO reeve.outbox(
    action_id, collection_id, key, about, template, locale, zone, arguments, due_at)
  SELECT u.action_id, (t.entry ->> 'collection')::int, t.entry ->> 'key',
    l.name || ':' || u.key, t.entry ->> 'template', t.entry ->> 'locale', t.entry ->> 'zone',
    jsonb_build_object('label', u.label, 'until', act.until, 'policy', p.title,
      'reason', coalesce(act.public_reason, p.clause), 'limit', act.name) || (t.entry -> 'with'),
    clock_timestamp() + interval '60 seconds'
  FROM unnest(rows, labels, tells, ids) u(key, label, tell, action_id)
  CROSS JOIN LATERAL jsonb_array_elements(u.tell) t(entry)
  JOIN reeve.collection l ON l.collection_id = r.affected_id
  LEFT JOIN reeve.policy p ON p.app = r.app AND p.name = act.policy
  WHERE u.tell IS NOT NULL AND t.entry <> 'null'
  ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
  RETURN cardinality(rows);
END
$$;

COMMENT ON FUNCTION reeve.rule_run(
  reeve.rule, reeve.action, text[], timestamptz, text, bigint, bigint[]) IS
  'Runs one effect: locks the rows, hides or sets them, records each change and owes the notices. '
  'With action_ids, one for each of keys, and the mode ''lock each'', each row belongs to the '
  'action on what it hangs on; act is one of them, for what they have in common. '
  'Set-based; returns the rows. RV006 unless rows changed equal rows locked.';
