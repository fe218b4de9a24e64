CREATE OR REPLACE FUNCTION reeve.given_record(
  given reeve.given[], originals bigint[], ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part record;
  -- A look-up by key: joined, each would be compared with each.
  reversing jsonb := jsonb_object(originals::text[], ids::text[]);
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
    -- Each is looked up by its key: joined, it might be compared with all of its collection. It is
    -- locked first, as an erasure may be changing it, which moves it.
    PERFORM FROM unnest(part.rows) g
    CROSS JOIN LATERAL unnest(g.action_ids) i(id)
    CROSS JOIN LATERAL (
      SELECT FROM reeve.effect x
      WHERE x.action_id = i.id AND x.collection_id = part.affected_id AND x.key = g.key
      FOR NO KEY UPDATE) e;
    WITH done AS MATERIALIZED (
      SELECT e.ctid AS place, o.action_id, g.key, e.after, g.value
      FROM unnest(part.rows) g
      CROSS JOIN LATERAL unnest(g.action_ids) i(id)
      CROSS JOIN LATERAL (SELECT (reversing ->> i.id::text)::bigint) o(action_id)
      CROSS JOIN LATERAL (
        SELECT x.ctid, x.after FROM reeve.effect x
        WHERE x.action_id = i.id AND x.collection_id = part.affected_id AND x.key = g.key
          AND x.rule_id = part.rule_id AND x.undone_by IS NULL OFFSET 0) e
      WHERE o.action_id IS NOT NULL),
    undone AS (
      UPDATE reeve.effect e SET undone_by = d.action_id FROM done d WHERE e.ctid = d.place)
    INSERT INTO reeve.effect(action_id, collection_id, key, rule_id, before, after, is_reversible)
    SELECT d.action_id, part.affected_id, d.key, part.rule_id, d.after, d.value, FALSE
    FROM done d;
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
