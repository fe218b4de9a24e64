CREATE OR REPLACE FUNCTION reeve.given_effects(given reeve.given[]) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('rule', r.rule_id, 'name', r.name, 'kind', r.kind,
      'collection', c.name, 'rows', g.rows, 'reversible', r.is_reversible, 'examples', '[]'::jsonb)
      ORDER BY r.seq, r.rule_id), '[]')
    FROM (
      SELECT o.rule_id, sum(cardinality(o.action_ids)) FILTER (WHERE o.is_done) AS rows
      FROM unnest(given) o GROUP BY 1) n
    CROSS JOIN LATERAL (SELECT coalesce(n.rows, 0)) g(rows)
    JOIN reeve.rule r USING (rule_id)
    JOIN reeve.collection c ON c.collection_id = r.affected_id);
END
$$;

COMMENT ON FUNCTION reeve.given_effects(reeve.given[]) IS
  'How many rows of each rule were restored, in the form of a plan.';
