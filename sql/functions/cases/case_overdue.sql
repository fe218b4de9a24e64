CREATE OR REPLACE FUNCTION reeve.case_overdue() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT interval '10 days'
$$;

COMMENT ON FUNCTION reeve.case_overdue() IS
  'How long ago a case''s position in the queue (due_at, reeve.case_due) may lie before the case '
  'is overdue: with one reliable report a critical case after a day, a high one after 4.5 days, '
  'a medium one after a week.';
