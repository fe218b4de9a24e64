CREATE OR REPLACE FUNCTION reeve.outside_put(
  c reeve.collection, verb text, action_ids bigint[], keys text[])
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  effects text[];
  inverses text[];
  fields jsonb[];
  accounts text[];
  problem text;
  job bigint;
BEGIN
  SELECT array_agg(o.effect), array_agg(o.inverse), array_agg(o.fields), array_agg(o.account)
  INTO effects, inverses, fields, accounts
  FROM reeve.app a CROSS JOIN LATERAL reeve.catalog_outside(a.manifest) o
  WHERE a.app = c.app AND o.collection = c.name AND outside_put.verb = ANY (o.verbs);
  IF effects IS NULL THEN
    RETURN;
  END IF;
  -- An inverse that waits is overtaken: what it would have allowed is forbidden again.
  UPDATE reeve.outside o SET state = 'withdrawn', ended_at = clock_timestamp(),
    fields = CASE WHEN NOT o.is_erased THEN o.fields END
  WHERE o.collection_id = c.collection_id AND o.key = ANY (keys) AND o.effect = ANY (effects)
    AND o.is_inverse AND o.state = 'pending';
  BEGIN
    INSERT INTO reeve.outside(action_id, collection_id, key, effect, sends, inverse, fields)
    SELECT u.action_id, c.collection_id, u.key, e.effect, e.effect, e.inverse, r.fields
    FROM reeve.app_outside(c, effects, fields, keys) r
    JOIN unnest(action_ids, keys) u(action_id, key) USING (key)
    JOIN unnest(effects, inverses, accounts) e(effect, inverse, account) USING (effect)
    WHERE e.account IS NULL OR r.fields ->> e.account <> ''
    ORDER BY u.action_id, e.effect;
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    -- A restriction does not fail because of what it could not say elsewhere; doctor reports it.
    problem := SQLERRM;
    INSERT INTO reeve.outside(
      action_id, collection_id, key, effect, sends, inverse, state, ended_at, error)
    SELECT u.action_id, c.collection_id, u.key, e.effect, e.effect, e.inverse, 'failed',
      clock_timestamp(), left(problem, 1000)
    FROM unnest(action_ids, keys) u(action_id, key)
    CROSS JOIN unnest(effects, inverses) e(effect, inverse)
    ORDER BY u.action_id, e.effect;
  END;
  job := reeve.outside_call(c.app, action_ids);
END
$$;

COMMENT ON FUNCTION reeve.outside_put(reeve.collection, text, bigint[], text[]) IS
  'Writes what these actions of one verb have to send outside the database, with the fields of '
  'their subjects as they are now, and enqueues a job that sends it. What cannot be read is failed '
  'from the start. Rows without an account there get nothing.';
