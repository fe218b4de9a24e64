CREATE OR REPLACE FUNCTION reeve.strike_turn(action_ids bigint[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  thresholds jsonb := (
    SELECT p.body -> 'thresholds'
    FROM reeve.action a
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.app_part p ON p.app = c.app AND p.path = '{strikes}'
    WHERE a.action_id = action_ids[1]);
BEGIN
  IF thresholds IS NOT NULL THEN
    -- Some share one, so that no row of reeve.turn is left for each of them, also once they are
    -- erased.
    PERFORM reeve.turns_take(p.names)
    FROM (
      SELECT array_agg(DISTINCT 'strikes ' || (hashtextextended(format('%s:%s', s.collection_id,
        reeve.account_kept(s.collection_id, s.key)), 0) & 1023))
      FROM reeve.strike s WHERE s.action_id = ANY (action_ids)) p(names)
    WHERE p.names IS NOT NULL;
  END IF;
  RETURN thresholds;
END
$$;

COMMENT ON FUNCTION reeve.strike_turn(bigint[]) IS
  'Takes the turns of the people who have strikes by these actions, of one app, so that whoever '
  'counts their strikes counts those of the others; returns the thresholds of the catalog. Does '
  'nothing where it has none: NULL.';
