CREATE OR REPLACE FUNCTION reeve.export_done(ticket bigint) RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  r reeve.reveal := reeve.export_taken(ticket);
BEGIN
  RETURN reeve.outcome_of(NULL, '', jsonb_build_object('cases', to_jsonb(
    reeve.request_close(r.collection_id, r.key, 'access', login, NULL))));
END
$$;

COMMENT ON FUNCTION reeve.export_done(bigint) IS
  'An export was written: closes the person''s open requests for access. Its detail names the '
  'cases. RV002.';

GRANT EXECUTE ON FUNCTION reeve.export_done(bigint) TO reeve_viewer;
