CREATE OR REPLACE FUNCTION reeve.outside_reverse(originals bigint[], ids bigint[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  withdrawn int;
  reversed int;
BEGIN
  -- A worker that has just taken one of them is waited for; then it is sent, and not withdrawn.
  PERFORM FROM reeve.outside o
  WHERE (o.collection_id, o.key, o.effect) IN (
    SELECT x.collection_id, x.key, x.effect FROM reeve.outside x
    WHERE x.action_id = ANY (originals) AND x.file IS NULL)
  ORDER BY o.outside_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN '{"withdrawn": 0, "reversed": 0}';
  END IF;
  UPDATE reeve.outside o SET state = 'withdrawn', ended_at = clock_timestamp(),
    fields = CASE WHEN NOT o.is_erased THEN o.fields END
  WHERE o.action_id = ANY (originals) AND o.state = 'pending' AND o.file IS NULL;
  GET DIAGNOSTICS withdrawn = ROW_COUNT;
  INSERT INTO reeve.outside(
    action_id, collection_id, key, effect, sends, is_inverse, fields, is_erased)
  SELECT DISTINCT ON (l.collection_id, l.key, l.effect)
    u.action_id, l.collection_id, l.key, l.effect, l.inverse, TRUE, l.fields, l.is_erased
  FROM unnest(originals, ids) u(reverses, action_id)
  JOIN reeve.outside x ON x.action_id = u.reverses AND NOT x.is_inverse
    AND x.file IS NULL
  -- The last that may have had the effect, whichever action sent it.
  CROSS JOIN LATERAL (
    SELECT o.* FROM reeve.outside o
    WHERE o.collection_id = x.collection_id AND o.key = x.key AND o.effect = x.effect
      AND NOT o.is_inverse AND (o.is_reached OR o.state IN ('sent', 'confirmed'))
    ORDER BY o.outside_id DESC LIMIT 1) l
  WHERE l.inverse IS NOT NULL AND l.fields IS NOT NULL
    -- Not while another action in force has the same effect, and once.
    AND NOT EXISTS (
      SELECT FROM reeve.outside o JOIN reeve.action a USING (action_id)
      WHERE o.collection_id = l.collection_id AND o.key = l.key AND o.effect = l.effect
        AND NOT o.is_inverse AND o.state <> 'withdrawn' AND a.reversed_by IS NULL)
    AND NOT EXISTS (
      SELECT FROM reeve.outside o
      WHERE o.collection_id = l.collection_id AND o.key = l.key AND o.effect = l.effect
        AND o.is_inverse AND o.state <> 'withdrawn' AND o.outside_id > l.outside_id)
  ORDER BY l.collection_id, l.key, l.effect, u.action_id DESC
  ON CONFLICT (action_id, effect, is_inverse) WHERE file IS NULL DO NOTHING;
  GET DIAGNOSTICS reversed = ROW_COUNT;
  PERFORM reeve.outside_call((
    SELECT c.app FROM reeve.action a JOIN reeve.collection c USING (collection_id)
    WHERE a.action_id = originals[1]), ids);
  RETURN jsonb_build_object('withdrawn', withdrawn, 'reversed', reversed);
END
$$;

COMMENT ON FUNCTION reeve.outside_reverse(bigint[], bigint[]) IS
  'Takes back what these actions send outside the database, but for files, ids being the '
  'actions that end them, which are recorded as such: withdraws what was not sent, and for what '
  'may have been sent has its inverse sent behind it, unless another action in force has the '
  'same effect. Returns how many were withdrawn and reversed.';
