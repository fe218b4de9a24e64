CREATE OR REPLACE FUNCTION reeve.action_give_back(originals bigint[]) RETURNS SETOF reeve.given
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part record;
  parts int := 0;
  done reeve.given[] := '{}';
  back text[];
BEGIN
  DELETE FROM reeve.mark m WHERE m.action_id = ANY (originals);
  FOR part IN
    SELECT r AS rule, g.names, g.rows
    FROM (
      SELECT e.rule_id, n.names, array_agg((e.rule_id, e.key, ARRAY[e.action_id], e.before,
        e.after, n.names, FALSE, NULL, NULL)::reeve.given) AS rows
      FROM reeve.effect e
      JOIN reeve.rule l USING (rule_id)
      -- Columns are those that were written, whatever the catalog has there by now.
      CROSS JOIN LATERAL (SELECT CASE WHEN e.before = '{}' THEN l.columns
        ELSE ARRAY(SELECT jsonb_object_keys(e.before)) END) n(names)
      WHERE e.action_id = ANY (originals) AND e.undone_by IS NULL
        AND (l.kind = 'hide' OR e.is_reversible AND e.digest IS NULL)
      GROUP BY e.rule_id, n.names) g
    JOIN reeve.rule r USING (rule_id)
    -- The last change is undone first: the actions of a batch may have set one row in turn.
    ORDER BY r.kind = 'set', r.seq * CASE r.kind WHEN 'set' THEN -1 ELSE 1 END
  LOOP
    parts := parts + 1;
    done := done || ARRAY(
      SELECT g FROM reeve.given_part(part.rule, part.names, part.rows, originals) g);
  END LOOP;
  IF cardinality(originals) = 1 AND parts > 1 THEN
    -- Code of the app may have taken back what it let pass.
    back := ARRAY(
      SELECT p.rule_id || ':' || k
      FROM (
        SELECT g.rule_id, g.columns, array_agg(g.key) AS keys, array_agg(g.value) AS vals
        FROM unnest(done) g WHERE g.is_done AND g.columns <> '{}' GROUP BY 1, 2) p
      JOIN reeve.rule r USING (rule_id)
      CROSS JOIN LATERAL reeve.app_written(reeve.rule_target(r), p.columns, p.keys, p.vals) k);
    done := ARRAY(
      SELECT CASE WHEN g.is_done AND g.columns <> '{}'
          AND g.rule_id || ':' || g.key NOT IN (SELECT unnest(back))
        THEN (g.rule_id, g.key, g.action_ids, g.value, g.expect, g.columns, FALSE, 'RV006',
          'code of the app took it back')::reeve.given ELSE g END
      FROM unnest(done) g);
  END IF;
  RETURN QUERY SELECT g.* FROM unnest(done) g;
  RETURN QUERY
    SELECT e.rule_id, e.key, ARRAY[e.action_id], NULL::jsonb, NULL::jsonb, r.columns, FALSE,
      NULL, CASE WHEN e.digest IS NOT NULL THEN 'erased' WHEN r.kind = 'delete' THEN 'deleted'
        ELSE 'irreversible' END
    FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
    WHERE e.action_id = ANY (originals) AND e.undone_by IS NULL AND r.kind <> 'hide'
      AND NOT (e.is_reversible AND e.digest IS NULL);
END
$$;

COMMENT ON FUNCTION reeve.action_give_back(bigint[]) IS
  'Reverts in the app''s tables what these actions wrote there and has not been undone, reads it '
  'back, and removes their marks; returns each row, and why it could not be restored. Goes by what '
  'the actions wrote, not by today''s catalog. Set-based; records nothing.';
