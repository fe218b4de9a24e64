CREATE OR REPLACE FUNCTION reeve.case_priority(due_at timestamptz, at timestamptz) RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN due_at < 'infinity' THEN (extract(epoch FROM at - due_at) / 3600)::int ELSE 0 END
$$;

COMMENT ON FUNCTION reeve.case_priority(timestamptz, timestamptz) IS
  'The order of the queue as a number: hours since a case came in, head start included.';
