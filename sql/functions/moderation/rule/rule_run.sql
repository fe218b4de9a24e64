CREATE OR REPLACE FUNCTION reeve.rule_run(
  c reeve.collection, verb text, act reeve.action, keys text[], at timestamptz,
  action_ids bigint[] DEFAULT NULL, defers_files boolean DEFAULT FALSE,
  is_sweep boolean DEFAULT FALSE,
  OUT effects jsonb, OUT touched reeve.file_touched[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  rules reeve.rule[] := ARRAY(
    SELECT l FROM reeve.rule l
    WHERE l.app = c.app AND l.verb = rule_run.verb AND l.collection_id = c.collection_id
      AND l.is_live AND NOT (is_sweep AND l.is_own)
    ORDER BY l.seq);
  r reeve.rule;
  found reeve.rule_rows;
  taken reeve.rule_rows[];
  earlier text[];
BEGIN
  effects := '[]';
  IF cardinality(rules) = 0 THEN
    RETURN;
  END IF;
  -- All are taken before any is written: no code of the app can move a row out of reach between.
  taken := reeve.rule_take(rules, act, keys, at,
    CASE WHEN action_ids IS NULL THEN 'lock' ELSE 'lock each' END, action_ids);
  FOR i IN 2 .. cardinality(rules) LOOP
    r := rules[i];
    found := taken[i];
    CONTINUE WHEN found.keys IS NULL;
    -- Values that an earlier effect set, and rows that it hid, differ from the plan of this one.
    earlier := ARRAY(
      SELECT k FROM unnest(taken[:i - 1]) t
      JOIN reeve.rule o ON o.rule_id = t.rule_id AND o.affected_id = r.affected_id
        AND (r.kind = 'hide' AND o.kind <> 'list'
          OR r.kind = 'set' AND o.kind = 'set' AND o.columns && r.columns)
      CROSS JOIN LATERAL unnest(t.keys) k);
    IF earlier <> '{}' THEN
      taken[i] := (
        SELECT (r.rule_id, array_agg(u.key), array_agg(u.label), array_agg(u.before),
          array_agg(u.after), array_agg(u.notify), array_agg(u.id))::reeve.rule_rows
        FROM unnest(found.keys, found.labels, found.befores, found.afters, found.notify, found.ids)
          u(key, label, before, after, notify, id)
        WHERE u.key NOT IN (SELECT unnest(earlier)));
    END IF;
  END LOOP;
  FOR i IN 1 .. cardinality(rules) LOOP
    IF rules[i].kind IN ('hide', 'set', 'delete') AND taken[i].keys IS NOT NULL THEN
      touched := touched || reeve.file_note(reeve.collection_get(rules[i].affected_id),
        taken[i].keys, taken[i].ids, rules[i].kind = 'delete', FALSE);
    END IF;
  END LOOP;
  FOR i IN 1 .. cardinality(rules) LOOP
    r := rules[i];
    found := reeve.rule_write(r, act, taken[i]);
    taken[i] := found;
    effects := effects || jsonb_build_object(
      'rule', r.rule_id, 'name', r.name, 'kind', r.kind, 'reversible', r.is_reversible,
      'collection', (SELECT l.name FROM reeve.collection l WHERE l.collection_id = r.affected_id),
      'rows', coalesce(cardinality(found.keys), 0));
  END LOOP;
  PERFORM reeve.effect_assert(taken);
  IF NOT defers_files THEN
    PERFORM reeve.file_put(c.app, touched);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.rule_run(
  reeve.collection, text, reeve.action, text[], timestamptz, bigint[], boolean, boolean) IS
  'Runs all effects of a verb: locks every row, writes, records, queues the notices, and reads '
  'back. With action_ids, one for each of keys, each row belongs to the action on the subject '
  'that it depends on. Returns the effects with their rows, and the objects in buckets that the '
  'rows named: with defers_files, the caller changes more rows and then gives them to file_put. '
  'With is_sweep, only of effects on rows that may have been added since. '
  'RV006 if code of the app prevented any. NULL: touched.';
