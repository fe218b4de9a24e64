-- For databases in which pgTAP runs, whose every statement is a call of pgTAP's around those of
-- Reeve. What the real function decides is tried where the client's statement is a call alone: by
-- the attacks, the scripts and the Swift tests, and by access/call_test.sql.
CREATE OR REPLACE FUNCTION reeve.client_calls() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN pg_trigger_depth() = 0 AND NOT reeve.app_code_calls()
    AND current_query() ~ E'\\mreeve(\\.|_)';
END
$$;
