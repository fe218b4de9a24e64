CREATE OR REPLACE FUNCTION reeve.record_items(m reeve.command) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- A part of a batch covers all its actions, any other command one action or none.
  ids bigint[] := CASE WHEN m.action_id IS NOT NULL THEN ARRAY[m.action_id]
    WHEN m.batch_id IS NOT NULL THEN ARRAY(
      SELECT a.action_id FROM reeve.action a
      WHERE a.batch_id = m.batch_id
        -- First and last, in either order.
        AND a.action_id BETWEEN SYMMETRIC (m.detail #>> '{actions,0}')::bigint
          AND (m.detail #>> '{actions,1}')::bigint)
    ELSE '{}' END;
  logins text[] := ARRAY(SELECT jsonb_array_elements_text(m.detail -> 'members'));
  items jsonb := '{}';
BEGIN
  IF m.outcome <> 'done' THEN
    RETURN items;
  END IF;
  IF ids <> '{}' THEN
    items := items || coalesce((
      SELECT jsonb_object_agg('A' || r.action_id, r.item) FROM reeve.record_actions(ids) r), '{}');
  END IF;
  IF m.detail ? 'approval' THEN
    items := items || coalesce((
      SELECT jsonb_build_object('P' || p.approval_id, reeve.record_approval(p))
      FROM reeve.approval p WHERE p.approval_id = (m.detail ->> 'approval')::bigint), '{}');
  END IF;
  IF logins <> '{}' THEN
    items := items || (
      SELECT jsonb_object_agg('M:' || l, reeve.record_member(l)) FROM unnest(logins) l);
  END IF;
  IF m.kind LIKE 'glass.%' AND m.detail ? 'glass' THEN
    items := items || coalesce((
      SELECT jsonb_build_object('G' || g.glass_id, reeve.record_glass(g))
      FROM reeve.glass g WHERE g.glass_id = (m.detail ->> 'glass')::bigint), '{}');
  END IF;
  IF m.action_id IS NOT NULL AND EXISTS (
    SELECT FROM reeve.erasure e WHERE e.action_id = m.action_id)
  THEN
    items := items || jsonb_build_object('E' || m.action_id, reeve.record_erasure(m.action_id));
  END IF;
  RETURN items;
END
$$;

COMMENT ON FUNCTION reeve.record_items(reeve.command) IS
  'The rows of the record that a command covers, as they are now: actions (A12), a proposal (P3), '
  'members that its detail names (M:login), an emergency (G3), the rows of an erasure (E12). A '
  'refusal covers none.';
