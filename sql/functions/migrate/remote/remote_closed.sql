CREATE OR REPLACE FUNCTION reeve.remote_closed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '%.% has moved and can only be read here', TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'object_not_in_prerequisite_state', SCHEMA = TG_TABLE_SCHEMA,
      TABLE = TG_TABLE_NAME, HINT = format('It is now %s at %s.', TG_ARGV[0], TG_ARGV[1]);
END
$$;

COMMENT ON FUNCTION reeve.remote_closed() IS
  'Trigger on a table that has moved to another database: refuses writes and names the new '
  'location.';
