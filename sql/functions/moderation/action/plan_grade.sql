CREATE OR REPLACE FUNCTION reeve.plan_grade(k reeve.action_kind, plan jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN CASE
    WHEN (plan ->> 'irreversible')::int > 0 OR (plan ->> 'people')::int > 10
      OR k.danger = 'moderate' AND plan ->> 'until' = 'infinity' THEN 'severe'
    WHEN k.danger = 'moderate' OR (plan ->> 'people')::int > 1 OR (
      SELECT sum((e ->> 'rows')::int) FROM jsonb_array_elements(plan -> 'effects') e
      WHERE e ->> 'kind' <> 'list') > 1
      THEN 'moderate'
    ELSE 'mild' END;
END
$$;

COMMENT ON FUNCTION reeve.plan_grade(reeve.action_kind, jsonb) IS
  'How dangerous a plan is: severe (irreversible rows, a ban without end, or over 10 people '
  'notified), moderate (any other ban, several people, or rows that it does more to than list '
  'them), mild.';
