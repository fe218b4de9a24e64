CREATE OR REPLACE FUNCTION reeve.plan_kept(effects jsonb) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(DISTINCT c.name || '.' || k.name), '[]')
    FROM jsonb_array_elements(effects) e
    JOIN reeve.rule r ON r.rule_id = (e ->> 'rule')::int AND r.is_reversible AND r.columns <> '{}'
    JOIN reeve.collection c ON c.collection_id = r.affected_id
    CROSS JOIN LATERAL unnest(c.kept_columns || c.touched_columns) k(name)
    WHERE (e ->> 'rows')::int > 0);
END
$$;

COMMENT ON FUNCTION reeve.plan_kept(jsonb) IS
  'Columns in the effects of a plan or an action that the app''s own triggers also set, so that '
  'an undo cannot restore them.';
