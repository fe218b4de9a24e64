CREATE OR REPLACE FUNCTION reeve.measure_list(since timestamptz, till timestamptz)
RETURNS TABLE(
  app text, action_id bigint, kind text, collection text, is_person boolean, content text,
  policy text, category text, is_illegal boolean, public_reason text, performed_at timestamptz,
  until timestamptz, is_reported boolean, is_flagged boolean, is_automatic boolean,
  reversed_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT m.app, m.action_id, m.kind, m.collection, m.is_person, m.content, m.policy, m.category,
    m.is_illegal, m.public_reason, m.performed_at, m.until, m.is_reported, m.is_flagged,
    m.is_automatic, m.reversed_at
  FROM reeve.measure_of(ARRAY(
    SELECT a.action_id FROM reeve.action a
    WHERE a.performed_at >= since AND a.performed_at < till AND a.policy IS NOT NULL
      AND a.reverses IS NULL)) m
  WHERE m.is_measure
$$;

COMMENT ON FUNCTION reeve.measure_list(timestamptz, timestamptz) IS
  'Restrictions that cite a policy, from one moment on and before another: the kind of each, '
  'whether it had been reported (is_reported) or flagged by a rule by then, and whether and when '
  'it was undone.';
