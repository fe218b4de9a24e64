CREATE OR REPLACE FUNCTION reeve.effect_assert(
  action_ids bigint[], taken reeve.rule_rows[] DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  done record;
  differing int;
BEGIN
  FOR done IN
    SELECT r.name, r.kind, r.columns, r.affected_id, array_agg(e.key) AS keys,
      array_agg(e.after) AS vals
    FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
    WHERE e.action_id = ANY (action_ids) AND e.digest IS NULL AND e.undone_by IS NULL
      AND (r.columns <> '{}' OR r.kind = 'delete') AND (taken IS NULL OR (e.rule_id, e.key) IN (
        SELECT t.rule_id, k.key FROM unnest(taken) t CROSS JOIN LATERAL unnest(t.keys) k(key)))
    GROUP BY r.rule_id
  LOOP
    differing := CASE WHEN done.kind = 'delete' THEN (
      SELECT count(*) FROM reeve.app_present(reeve.collection_get(done.affected_id), done.keys))
    ELSE cardinality(done.keys) - (
      SELECT count(*)
      FROM reeve.app_written(reeve.collection_get(done.affected_id), done.columns, done.keys,
        done.vals)) END;
    IF differing > 0 AND done.kind = 'delete' THEN
      RAISE EXCEPTION '% of % rows of "%" are still there', differing, cardinality(done.keys),
        done.name
        USING ERRCODE = 'RV006', DETAIL = reeve.app_suspects(ARRAY[(
          SELECT c.relation FROM reeve.collection c WHERE c.collection_id = done.affected_id)]),
          HINT = 'Code of the app kept them; nothing was done.';
    ELSIF differing > 0 THEN
      RAISE EXCEPTION '% of % rows of "%" do not read back as written', differing,
        cardinality(done.keys), done.name
        USING ERRCODE = 'RV006', DETAIL = (
          -- The code may depend on any of the tables that were written.
          SELECT reeve.app_suspects(array_agg(DISTINCT c.relation))
          FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
          WHERE e.action_id = ANY (action_ids)),
          HINT = 'Code of the app suppressed the change or took it back; nothing was done.';
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.effect_assert(bigint[], reeve.rule_rows[]) IS
  'Reads back the rows that these actions have written, the given ones or all, after all of the '
  'app''s code has run; RV006, with the triggers, rules and policies of the table, if one '
  'differs, is gone or has another key.';
