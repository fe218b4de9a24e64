CREATE OR REPLACE FUNCTION reeve.merge_cover(
  c reeve.collection, key text, actor text, principal text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  cause reeve.action;
BEGIN
  INSERT INTO reeve.subject AS s(collection_id, key) VALUES (c.collection_id, merge_cover.key)
  ON CONFLICT ON CONSTRAINT subject_pkey DO UPDATE SET version = s.version + 1;
  FOR cause IN
    SELECT a.* FROM reeve.action a
    JOIN reeve.catalog_action d ON d.collection_id = a.collection_id AND d.verb = a.verb
    JOIN reeve.action_kind k ON k.name = d.kind
    WHERE a.collection_id = c.collection_id AND a.key = merge_cover.key
      AND a.reversed_by IS NULL AND a.until > clock_timestamp() AND k.hides AND k.name <> 'merge'
      AND d.is_live
    ORDER BY a.action_id FOR NO KEY UPDATE OF a
  LOOP
    -- As its sweep does for rows that are added while it is performed.
    IF (
      SELECT sum((e ->> 'rows')::int) > 0
      FROM reeve.rule_run(c, cause.verb, cause, ARRAY[merge_cover.key], cause.performed_at) r
      CROSS JOIN LATERAL jsonb_array_elements(r.effects) e
      WHERE e ->> 'kind' <> 'list')
    THEN
      PERFORM reeve.command_record('sweep', actor, principal, c.collection_id, key, NULL,
        cause.action_id);
      PERFORM reeve.outbox_follow(ARRAY[cause.action_id]);
    END IF;
  END LOOP;
  PERFORM reeve.reporter_recount(c.collection_id, key);
END
$$;

COMMENT ON FUNCTION reeve.merge_cover(reeve.collection, text, text, text) IS
  'After rows have moved to an account, by a merge or its undo: counts it as a change of that '
  'account, has what is in force on it, such as its ban, cover these rows, as further effects '
  'of the same actions, and recounts its reports.';
