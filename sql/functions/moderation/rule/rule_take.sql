CREATE OR REPLACE FUNCTION reeve.rule_take(
  r reeve.rule, act reeve.action, keys text[], at timestamptz, mode text, max_rows bigint,
  action_ids bigint[] DEFAULT NULL)
RETURNS reeve.rule_rows
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  is_repeated boolean := EXISTS (
    SELECT FROM reeve.effect e
    WHERE e.action_id = ANY (coalesce(action_ids, ARRAY[act.action_id])));
BEGIN
  RETURN (
    SELECT (r.rule_id, array_agg(s.key), array_agg(s.label), array_agg(s.before),
      array_agg(s.after), array_agg(s.notify), array_agg(o.action_id))::reeve.rule_rows
    FROM reeve.app_select(r.rule_id, keys, at, act.until, act.grace, mode, max_rows,
      coalesce(act.public_reason, (
        SELECT p.clause FROM reeve.policy p WHERE p.app = r.app AND p.name = act.policy),
        reeve.merge_into(r.collection_id, act.verb, act.name))) s
    LEFT JOIN unnest(keys, action_ids) u(key, action_id) ON u.key = s.root
    CROSS JOIN LATERAL (
      SELECT CASE WHEN action_ids IS NULL THEN act.action_id ELSE u.action_id END) o(action_id)
    -- Rows that a sweep finds again are done, except rows that came back after their deletion.
    -- Two effects that write one row are a fault of the catalog.
    -- Each is looked up by its index: NOT EXISTS would be a join with all effects ever.
    WHERE o.action_id IS NOT NULL AND (NOT is_repeated OR r.kind = 'delete' OR (
      SELECT e.action_id FROM reeve.effect e JOIN reeve.rule l USING (rule_id)
      WHERE e.action_id = o.action_id AND e.collection_id = r.affected_id AND e.key = s.key
        -- The catalog may have changed since: the effect has its name, and another rule.
        AND (r.kind = 'hide' OR l.name = r.name) LIMIT 1) IS NULL));
END
$$;

COMMENT ON FUNCTION reeve.rule_take(
  reeve.rule, reeve.action, text[], timestamptz, text, bigint, bigint[]) IS
  'Locks the rows of one effect and returns them; the mode skip also sets their columns. With '
  'action_ids, one for each of keys, and the mode ''lock each'', each row belongs to the action '
  'on the subject that it depends on; act is one of them, for what they have in common.';
