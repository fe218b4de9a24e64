CREATE OR REPLACE FUNCTION reeve.given_record(
  given reeve.given[], originals bigint[], ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT r.rule_id, r.kind, r.affected_id, array_agg(g) AS rows, array_agg(g.key) AS keys
    FROM unnest(given) g JOIN reeve.rule r USING (rule_id)
    WHERE g.is_done GROUP BY r.rule_id
  LOOP
    IF part.kind = 'hide' THEN
      UPDATE reeve.subject s SET
        version = s.version + cardinality(h.hidden_by) - coalesce(cardinality(o.ids), 0),
        hidden_by = coalesce(o.ids, '{}'),
        hidden_until = (SELECT max(a.until) FROM reeve.action a WHERE a.action_id = ANY (o.ids)),
        base = CASE WHEN o.ids IS NOT NULL THEN s.base - ARRAY(
          SELECT k FROM jsonb_object_keys(g.value) k
          WHERE NOT EXISTS (
            SELECT FROM reeve.effect e
            WHERE e.action_id = ANY (o.ids) AND e.collection_id = part.affected_id
              AND e.key = g.key AND e.before ? k)) END
      FROM unnest(part.rows) g
      JOIN reeve.subject h ON h.collection_id = part.affected_id AND h.key = g.key
      CROSS JOIN LATERAL (
        SELECT array_agg(u.id ORDER BY u.place)
        FROM unnest(h.hidden_by) WITH ORDINALITY u(id, place)
        WHERE u.id <> ALL (g.action_ids)) o(ids)
      WHERE s.collection_id = h.collection_id AND s.key = h.key;
      PERFORM reeve.search_joined(part.affected_id, part.keys);
    END IF;
    WITH undone AS (
      UPDATE reeve.effect e SET undone_by = o.action_id
      FROM unnest(part.rows) g
      CROSS JOIN LATERAL unnest(g.action_ids) i(id)
      JOIN unnest(originals, ids) o(reverses, action_id) ON o.reverses = i.id
      WHERE e.action_id = i.id AND e.collection_id = part.affected_id AND e.key = g.key
        AND e.rule_id = part.rule_id AND e.undone_by IS NULL
      RETURNING o.action_id, e.key, e.after, g.value)
    INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
    SELECT d.action_id, part.affected_id, d.key, part.rule_id, d.after, d.value, FALSE
    FROM undone d;
  END LOOP;
  DELETE FROM reeve.unrestored u WHERE u.action_id = ANY (originals) AND NOT EXISTS (
    SELECT FROM unnest(given) g JOIN reeve.rule r USING (rule_id)
    WHERE g.code IS NOT NULL AND u.action_id = ANY (g.action_ids)
      AND r.affected_id = u.collection_id AND g.key = u.key);
  INSERT INTO reeve.unrestored AS u(collection_id, key, action_id, code, reason, due_at)
  SELECT r.affected_id, g.key, i.id, g.code, g.why, clock_timestamp() + interval '1 min'
  FROM unnest(given) g JOIN reeve.rule r USING (rule_id)
  CROSS JOIN LATERAL unnest(g.action_ids) i(id)
  WHERE g.code IS NOT NULL
  ON CONFLICT (collection_id, key, action_id) DO UPDATE SET
    code = EXCLUDED.code, reason = EXCLUDED.reason, tries = u.tries + 1,
    due_at = clock_timestamp() + least(interval '1 min' * 2 ^ least(u.tries, 10), '6 hours');
END
$$;

COMMENT ON FUNCTION reeve.given_record(reeve.given[], bigint[], bigint[]) IS
  'Records what reeve.action_give_back restored: the causes of hidden rows, the effects of the '
  'actions (ids) that reverse the originals, and the rows that are to be tried again, first '
  'after a minute, at last every 6 hours.';
