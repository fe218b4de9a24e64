CREATE OR REPLACE FUNCTION reeve.strike_add(action_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  due record;
  thresholds jsonb := (
    SELECT p.body -> 'thresholds'
    FROM reeve.action a
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.app_part p ON p.app = c.app AND p.path = '{strikes}'
    WHERE a.action_id = action_ids[1]);
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
    CROSS JOIN LATERAL reeve.strike_persons(d.collection_id, d.keys) p)
  INSERT INTO reeve.strike(action_id, collection_id, key)
  SELECT a.action_id, p.person_id, p.person_key
  FROM person p
  JOIN reeve.action a ON a.collection_id = p.collection_id AND a.key = p.key
    AND a.action_id = ANY (action_ids);
  IF NOT FOUND OR thresholds IS NULL THEN
    RETURN;
  END IF;
  FOR due IN
    WITH reached AS MATERIALIZED (
      SELECT g.collection_id, w.key, w.total, w.action_id, t.body,
        concat_ws(' for ', t.body ->> 'propose', t.body ->> 'for') AS proposes, (
        SELECT a.policy FROM reeve.action a WHERE a.action_id = w.action_id) AS policy
      FROM (
        SELECT s.collection_id,
          array_agg(DISTINCT reeve.account_kept(s.collection_id, s.key)) AS keys,
          max(a.performed_at) AS at
        FROM reeve.strike s JOIN reeve.action a USING (action_id)
        WHERE s.action_id = ANY (action_ids) GROUP BY 1) g
      CROSS JOIN LATERAL (
        SELECT s.key, sum(s.weight) AS total, max(s.action_id) AS action_id,
          sum(s.weight) FILTER (WHERE s.action_id = ANY (action_ids)) AS added
        FROM reeve.strike_weigh(g.collection_id, g.keys, g.at) s
        WHERE s.counts GROUP BY s.key) w
      CROSS JOIN LATERAL (
        SELECT l.body FROM jsonb_array_elements(thresholds) l(body)
        WHERE (l.body ->> 'at')::int <= w.total AND (l.body ->> 'at')::int > w.total - w.added
        ORDER BY (l.body ->> 'at')::int DESC LIMIT 1) t),
    seen AS MATERIALIZED (
      SELECT g.collection_id, v.key, v.evidence_id
      FROM (SELECT d.collection_id, array_agg(d.key) AS keys FROM reached d GROUP BY 1) g
      CROSS JOIN LATERAL reeve.evidence_capture(g.collection_id, g.keys) v)
    SELECT d.*, v.evidence_id FROM reached d LEFT JOIN seen v USING (collection_id, key)
  LOOP
    PERFORM reeve.report_put(due.collection_id, due.key, due.policy,
      format('%s strikes, with A%s: %s is proposed', due.total, due.action_id, due.proposes), NULL,
      NULL, 'strikes', (due.body ->> 'at')::int, due.proposes, due.evidence_id);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.strike_add(bigint[]) IS
  'Counts actions of one app as strikes against the people who are responsible for their '
  'subjects; if that reaches a threshold of the catalog, reports the person (of merged accounts, '
  'the one that stays) with the proposed verb, which it never performs, unless an action in force '
  'already does that. Does nothing if the action declares strikes: false.';
