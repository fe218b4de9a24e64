CREATE OR REPLACE FUNCTION reeve.rule_take(
  rules reeve.rule[], act reeve.action, keys text[], at timestamptz, mode text,
  action_ids bigint[])
RETURNS reeve.rule_rows[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  is_repeated boolean := EXISTS (
    SELECT FROM reeve.effect e
    WHERE e.action_id = ANY (coalesce(action_ids, ARRAY[act.action_id])));
BEGIN
  RETURN (
    WITH found AS MATERIALIZED (
      SELECT r.place AS nr, s.*, o.action_id
      FROM reeve.app_select(rules[1].app, ARRAY(SELECT l.rule_id FROM unnest(rules) l), keys, at,
          act.until, act.grace, mode, coalesce(act.public_reason, (
            SELECT p.clause FROM reeve.policy p
            WHERE p.app = rules[1].app AND p.name = act.policy),
            reeve.merge_into(rules[1].collection_id, act.verb, act.name)))
        WITH ORDINALITY s(rule_id, root, key, label, before, after, notify, place)
      JOIN (
        SELECT l.rule_id, l.kind, l.name, l.affected_id, row_number() OVER () AS place
        FROM unnest(rules) l) r USING (rule_id)
      LEFT JOIN unnest(keys, action_ids) u(key, action_id) ON u.key = s.root
      CROSS JOIN LATERAL (
        SELECT CASE WHEN action_ids IS NULL THEN act.action_id ELSE u.action_id END) o(action_id)
      -- As in the function for one rule.
      WHERE o.action_id IS NOT NULL AND (NOT is_repeated OR r.kind = 'delete' OR (
        SELECT e.action_id FROM reeve.effect e JOIN reeve.rule l USING (rule_id)
        WHERE e.action_id = o.action_id AND e.collection_id = r.affected_id AND e.key = s.key
          AND (r.kind = 'hide' OR l.name = r.name) LIMIT 1) IS NULL)
      ORDER BY r.place, s.place)
    SELECT array_agg((l.rule_id, f.keys, f.labels, f.befores, f.afters, f.notify,
      f.ids)::reeve.rule_rows ORDER BY l.place)
    FROM (SELECT l.rule_id, row_number() OVER () AS place FROM unnest(rules) l) l
    LEFT JOIN (
      SELECT o.nr, array_agg(o.key) AS keys, array_agg(o.label) AS labels,
        array_agg(o.before) AS befores, array_agg(o.after) AS afters,
        array_agg(o.notify) AS notify, array_agg(o.action_id) AS ids
      FROM found o GROUP BY o.nr) f ON f.nr = l.place);
END
$$;

COMMENT ON FUNCTION reeve.rule_take(
  reeve.rule[], reeve.action, text[], timestamptz, text, bigint[]) IS
  'Locks the rows of several effects of one verb, one effect after the other at one visit of a '
  'cell, and returns them in the order of the rules: as the function for one rule does.';
