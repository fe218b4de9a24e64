CREATE OR REPLACE FUNCTION reeve.strike_add(action_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  WITH acted AS (
    SELECT a.collection_id, array_agg(DISTINCT a.key) AS keys FROM reeve.action a
    WHERE a.action_id = ANY (action_ids) AND NOT EXISTS (
      SELECT FROM reeve.collection c
      JOIN reeve.app_part p ON p.app = c.app AND p.path = ARRAY['actions', c.name, a.verb]
      WHERE c.collection_id = a.collection_id AND p.body -> 'strikes' = 'false')
    GROUP BY 1),
  -- Once, not for each action.
  person AS MATERIALIZED (
    SELECT d.collection_id, p.* FROM acted d
    CROSS JOIN LATERAL reeve.subject_persons(d.collection_id, d.keys) p)
  INSERT INTO reeve.strike(action_id, collection_id, key)
  SELECT a.action_id, p.person_id, p.person_key
  FROM person p
  JOIN reeve.action a ON a.collection_id = p.collection_id AND a.key = p.key
    AND a.action_id = ANY (action_ids);
END
$$;

COMMENT ON FUNCTION reeve.strike_add(bigint[]) IS
  'Counts actions of one app as strikes against the people who are responsible for their '
  'subjects. Does nothing if the action declares strikes: false.';
