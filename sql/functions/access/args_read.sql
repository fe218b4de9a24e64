CREATE OR REPLACE FUNCTION reeve.args_read(shape anyelement, args jsonb) RETURNS anyelement
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN jsonb_populate_record(shape, CASE jsonb_typeof(args) WHEN 'object' THEN args END);
END
$$;

COMMENT ON FUNCTION reeve.args_read(anyelement, jsonb) IS
  'Arguments as a row of the type of shape, a NULL of it; each member is NULL that args has not, '
  'all of them where args is no object. An error of class 22 if a member has no value of its type.';
