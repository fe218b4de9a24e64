-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.plan_rows(
  verb text, app text, collection text, key text, args jsonb, max_rows int)
RETURNS TABLE(
  effect text, kind text, app_name text, related text, related_key text, label text, change text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection;
  at timestamptz := statement_timestamp();
  terms record;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(plan_rows.app, plan_rows.collection);
  SELECT * INTO terms
  FROM reeve.action_terms(c, reeve.action_declared(c, verb, args), verb, args, at);
  IF terms.problem IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'RV001', MESSAGE = terms.problem;
  END IF;
  RETURN QUERY
    SELECT r.name, r.kind, l.app, l.name, s.key, s.label,
      CASE r.kind WHEN 'set' THEN reeve.change_text(ARRAY(
        SELECT n FROM jsonb_object_keys(s.before || s.after) n
        WHERE n = ANY (l.personal_columns) OR n <> ALL (l.show_columns)), s.before, s.after) END
    FROM reeve.rule r
    JOIN reeve.collection l ON l.collection_id = r.affected_id
    CROSS JOIN LATERAL reeve.app_select(r.rule_id, ARRAY[reeve.subject_key(c, plan_rows.key)], at,
      terms.until, terms.grace, 'read', max_rows,
      reeve.merge_into(c.collection_id, plan_rows.verb, terms.name)) s
    WHERE r.app = c.app AND r.verb = plan_rows.verb AND r.collection_id = c.collection_id
      AND r.is_live AND r.kind <> 'notify'
    ORDER BY r.seq, s.key LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.plan_rows(text, text, text, text, jsonb, int) IS
  'Each row that an action would hide, set or leave to decide, effect by effect, with the change '
  '(only the name of a personal column). max_rows NULL = all. RV001 if the plan would be refused '
  'for its arguments. NULL: label, change.';

GRANT EXECUTE ON FUNCTION reeve.plan_rows(text, text, text, text, jsonb, int) TO reeve_viewer;
