CREATE OR REPLACE FUNCTION reeve.hand_import_plan(import_id int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  EXECUTE 'EXPLAIN ' || reeve.import_get(import_id, 'write') USING 0::bigint, 0::bigint;
  EXECUTE 'EXPLAIN ' || reeve.import_get(import_id, 'compare');
EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
  RAISE EXCEPTION 'reeve_hand cannot run this import: %', SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

COMMENT ON FUNCTION reeve.hand_import_plan(int) IS
  'Plans an import''s statements with the hand''s rights, without running them; RV005 where it '
  'cannot.';

GRANT EXECUTE ON FUNCTION reeve.hand_import_plan(int) TO reeve_owner;
