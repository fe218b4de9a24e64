CREATE OR REPLACE FUNCTION reeve.hidden_text(until timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN until = 'infinity' THEN 'hidden without end'
    WHEN until > statement_timestamp() THEN 'hidden until ' || reeve.moment_text(until)
    ELSE '' END
$$;

COMMENT ON FUNCTION reeve.hidden_text(timestamptz) IS
  'The state of a subject as lists show it: hidden, and until when; empty where it is not.';
