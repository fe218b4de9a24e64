CREATE OR REPLACE FUNCTION reeve.effect_assert(written reeve.rule_rows[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  done record;
  differing int;
BEGIN
  FOR done IN
    SELECT r.name, r.kind, r.columns, r.affected_id, w.keys, w.afters
    FROM unnest(written) w JOIN reeve.rule r USING (rule_id)
    WHERE w.keys IS NOT NULL AND (r.columns <> '{}' OR r.kind = 'delete')
  LOOP
    differing := CASE WHEN done.kind = 'delete' THEN (
      SELECT count(*) FROM reeve.app_present(reeve.collection_get(done.affected_id), done.keys))
    ELSE cardinality(done.keys) - (
      SELECT count(*)
      FROM reeve.app_written(reeve.collection_get(done.affected_id), done.columns, done.keys,
        done.afters)) END;
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
          FROM unnest(written) w JOIN reeve.rule r USING (rule_id)
          JOIN reeve.collection c ON c.collection_id = r.affected_id),
          HINT = 'Code of the app suppressed the change or took it back; nothing was done.';
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.effect_assert(reeve.rule_rows[]) IS
  'Reads back the rows that effects have written, as reeve.rule_write returned them, after all of '
  'the app''s code has run; RV006, with the triggers, rules and policies of the table, if one '
  'differs, is gone or has another key.';
