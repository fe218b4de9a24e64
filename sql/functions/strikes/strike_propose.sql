CREATE OR REPLACE FUNCTION reeve.strike_propose(action_ids bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  due record;
  thresholds jsonb := reeve.strike_turn(action_ids);
BEGIN
  IF thresholds IS NULL THEN
    RETURN;
  END IF;
  FOR due IN
    WITH fresh AS MATERIALIZED (
      SELECT s.collection_id, reeve.account_kept(s.collection_id, s.key) AS key,
        sum(p.strike_weight) AS added, max(s.action_id) AS action_id, max(a.performed_at) AS at
      FROM reeve.strike s
      JOIN reeve.action a USING (action_id)
      JOIN reeve.collection c ON c.collection_id = a.collection_id
      JOIN reeve.policy p ON p.app = c.app AND p.name = a.policy
      WHERE s.action_id = ANY (action_ids) AND a.action_id = ANY (action_ids)
        AND p.strike_weight > 0
      GROUP BY 1, 2),
    -- Whoever has as many as the highest threshold asks for reaches none any more.
    held AS MATERIALIZED (
      SELECT g.collection_id, w.key, sum(w.weight) AS weight
      FROM (
        SELECT f.collection_id, array_agg(f.key) AS keys, max(f.at) AS at
        FROM fresh f GROUP BY 1) g
      CROSS JOIN LATERAL reeve.strike_weigh(g.collection_id, g.keys, g.at, (
        SELECT max((l ->> 'at')::int) FROM jsonb_array_elements(thresholds) l), action_ids) w
      GROUP BY 1, 2),
    reached AS MATERIALIZED (
      SELECT f.collection_id, f.key, w.total, f.action_id, t.body,
        concat_ws(' for ', t.body ->> 'propose', t.body ->> 'for') AS proposes, (
        SELECT a.policy FROM reeve.action a WHERE a.action_id = f.action_id) AS policy
      FROM fresh f
      LEFT JOIN held h USING (collection_id, key)
      CROSS JOIN LATERAL (SELECT f.added + coalesce(h.weight, 0)) w(total)
      CROSS JOIN LATERAL (
        SELECT l.body FROM jsonb_array_elements(thresholds) l(body)
        WHERE (l.body ->> 'at')::int <= w.total AND (l.body ->> 'at')::int > w.total - f.added
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

COMMENT ON FUNCTION reeve.strike_propose(bigint[]) IS
  'If the strikes of these actions, of one app, reach a threshold of the catalog, reports the '
  'person (of merged accounts, the one that stays) with the proposed verb, which it never '
  'performs, unless an action in force already does that. Takes the turns of the persons until '
  'the end of the transaction, so comes after all locks of the app''s rows.';
