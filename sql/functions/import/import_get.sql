CREATE OR REPLACE FUNCTION reeve.import_get(import_id int) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT i.statements || jsonb_build_object('is_fresh', i.is_fresh)
  FROM reeve.import i WHERE i.import_id = import_get.import_id
$$;

COMMENT ON FUNCTION reeve.import_get(int) IS
  'The statements of an import, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.import_get(int) TO reeve_hand;
