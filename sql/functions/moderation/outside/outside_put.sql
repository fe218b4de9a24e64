CREATE OR REPLACE FUNCTION reeve.outside_put(
  c reeve.collection, verb text, action_ids bigint[], keys text[])
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  WITH due AS MATERIALIZED (SELECT * FROM reeve.outside_select(c, verb, keys)),
  -- An inverse that waits is overtaken: what it would have allowed is forbidden again.
  overtaken AS (
    UPDATE reeve.outside o SET state = 'withdrawn', ended_at = clock_timestamp(),
      fields = CASE WHEN NOT o.is_erased THEN o.fields END
    FROM due d
    WHERE o.collection_id = c.collection_id AND o.key = d.key AND o.effect = d.effect
      AND o.is_inverse AND o.state = 'pending')
  -- A restriction does not fail because of what it could not say elsewhere; doctor reports it.
  INSERT INTO reeve.outside(action_id, collection_id, key, effect, sends, inverse, fields, state,
    ended_at, error)
  SELECT u.action_id, c.collection_id, d.key, d.effect, d.effect, d.inverse, d.fields,
    CASE WHEN d.error IS NULL THEN 'pending' ELSE 'failed' END,
    CASE WHEN d.error IS NOT NULL THEN clock_timestamp() END, d.error
  FROM due d JOIN unnest(action_ids, keys) u(action_id, key) USING (key)
  WHERE d.fields IS NOT NULL OR d.error IS NOT NULL
  ORDER BY u.action_id, d.effect;
  IF FOUND THEN
    PERFORM reeve.outside_call(c.app, action_ids);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.outside_put(reeve.collection, text, bigint[], text[]) IS
  'Writes what these actions of one verb have to send outside the database, with the fields of '
  'their subjects as they are now, and enqueues a job that sends it. What cannot be read is failed '
  'from the start. Rows without an account there get nothing.';
