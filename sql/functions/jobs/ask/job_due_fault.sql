CREATE OR REPLACE FUNCTION reeve.job_due_fault(due_at text, delay text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF due_at IS NOT NULL AND delay IS NOT NULL THEN
    RETURN 'due_at and delay exclude each other';
  END IF;
  BEGIN
    IF isfinite(due_at::timestamptz) OR delay::interval >= '0' AND
      isfinite(clock_timestamp() + delay::interval) THEN
      RETURN NULL;
    END IF;
  EXCEPTION WHEN data_exception THEN
    NULL;
  END;
  RETURN format(CASE WHEN delay IS NULL THEN 'due_at %s is no moment, as "2031-05-01 08:00+02" is'
    ELSE 'delay %s is not a positive duration such as "10 min"' END,
    quote_literal(left(coalesce(due_at, delay), 100)));
END
$$;

COMMENT ON FUNCTION reeve.job_due_fault(text, text) IS
  'Returns the problem of a job''s start time, which is given as one of the two; NULL for none.';
