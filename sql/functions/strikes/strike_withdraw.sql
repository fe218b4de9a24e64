CREATE OR REPLACE FUNCTION reeve.strike_withdraw(
  originals bigint[], undo_id bigint, actor text, principal text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  gone bigint[];
  concerned bigint[];
  again bigint[];
  k reeve.case;
BEGIN
  PERFORM reeve.strike_turn(originals);
  -- What these actions answered is proposed again, unless another one answers it.
  WITH open AS (
    UPDATE reeve.report p SET withdrawn_by = NULL WHERE p.withdrawn_by = ANY (originals)
    RETURNING p.report_id)
  SELECT array_agg(o.report_id) INTO again FROM open o;
  IF again IS NOT NULL THEN
    UPDATE reeve.report p
    SET withdrawn_by = reeve.report_answer(
      p.collection_id, p.key, p.policy, p.proposes, p.threshold)
    WHERE p.report_id = ANY (again);
    PERFORM reeve.report_front_reset();
  END IF;
  WITH person AS MATERIALIZED (
    SELECT s.collection_id, reeve.account_kept(s.collection_id, s.key) AS key
    FROM reeve.strike s WHERE s.action_id = ANY (originals)
    UNION
    SELECT a.collection_id, a.key FROM reeve.report a WHERE a.report_id = ANY (again)),
  weighed AS MATERIALIZED (
    SELECT g.collection_id, t.key, array_agg(t.weight) AS weights, array_agg(t.expires_at) AS ends
    FROM (SELECT w.collection_id, array_agg(w.key) AS keys FROM person w GROUP BY 1) g
    CROSS JOIN LATERAL reeve.strike_weigh(g.collection_id, g.keys, clock_timestamp()) t
    WHERE t.voided_by IS NULL
    GROUP BY 1, 2),
  moot AS MATERIALIZED (
    SELECT p.report_id
    FROM person w
    JOIN reeve.report p USING (collection_id, key)
    LEFT JOIN weighed t USING (collection_id, key)
    WHERE p.threshold IS NOT NULL AND p.withdrawn_by IS NULL AND p.threshold > (
      -- Strikes that have expired since count here: they were justified.
      SELECT coalesce(sum(u.weight), 0) FROM unnest(t.weights, t.ends) u(weight, expires_at)
      WHERE u.expires_at > p.at)),
  withdrawn AS (
    UPDATE reeve.report p SET withdrawn_by = undo_id
    FROM moot m WHERE p.report_id = m.report_id
    RETURNING p.case_id)
  SELECT array_agg(DISTINCT w.case_id) INTO gone FROM withdrawn w WHERE w.case_id IS NOT NULL;
  IF gone IS NULL THEN
    RETURN;
  END IF;
  concerned := ARRAY(
    SELECT o.case_id FROM reeve.case o
    WHERE o.closed_at IS NULL AND o.case_id IN (
      SELECT coalesce(d.duplicate_of, d.case_id) FROM reeve.case d WHERE d.case_id = ANY (gone))
    ORDER BY o.case_id FOR NO KEY UPDATE);
  PERFORM reeve.case_recount(concerned);
  FOR k IN
    UPDATE reeve.case o
    SET claimed_by = NULL, claimed_at = NULL, claimed_until = NULL, closed_by = actor,
      closed_at = clock_timestamp(), outcome = 'withdrawn'
    WHERE o.case_id = ANY (concerned) AND o.report_count = 0
    RETURNING o.*
  LOOP
    INSERT INTO reeve.case_reason(command_id, case_id, reason)
    VALUES (reeve.command_record('case.withdraw', actor, principal, k.collection_id, k.key,
        detail => jsonb_build_object('case', k.case_id)), k.case_id,
      format('A%s undid its action', undo_id));
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.strike_withdraw(bigint[], bigint, text, text) IS
  'After an undo of these actions: proposes again what they answered and no other action in force '
  'answers, withdraws proposals whose threshold the strikes no longer reach, and closes cases to '
  'which nobody else reported anything.';
