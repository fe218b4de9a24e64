CREATE OR REPLACE FUNCTION reeve.hand_report(call_sql text, key text, arguments text[])
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE call_sql USING key, arguments;
END
$$;

COMMENT ON FUNCTION reeve.hand_report(text, text, text[]) IS
  'Runs an app''s report with the hand''s rights; the call comes from the applied catalog only.';

GRANT EXECUTE ON FUNCTION reeve.hand_report(text, text, text[]) TO reeve_owner;
