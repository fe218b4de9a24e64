CREATE OR REPLACE FUNCTION reeve.undo_offer(refusal jsonb) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('undo',
      jsonb_build_object('accepted', refusal IS NULL) || coalesce(refusal, '{}')));
END
$$;

COMMENT ON FUNCTION reeve.undo_offer(jsonb) IS
  'Returns the part of an outcome about its undo, by the refusal that this login would get now (of '
  'reeve.undo_refusal or reeve.batch_undo_refusal; NULL: none).';
