CREATE OR REPLACE FUNCTION reeve.hand_migrate_plan(copy_id int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['copy', 'same'] LOOP
    EXECUTE 'EXPLAIN ' || reeve.migrate_get(copy_id, kind) USING NULL::text[], NULL::text[];
  END LOOP;
  FOREACH kind IN ARRAY ARRAY['delete', 'upsert', 'differing_keys'] LOOP
    EXECUTE 'EXPLAIN ' || reeve.migrate_get(copy_id, kind) USING '{}'::text[];
  END LOOP;
EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
  RAISE EXCEPTION 'reeve_hand cannot run this copy: %', SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

COMMENT ON FUNCTION reeve.hand_migrate_plan(int) IS
  'Plans a live copy''s statements with the hand''s rights, without running them; RV005 where it '
  'cannot.';

GRANT EXECUTE ON FUNCTION reeve.hand_migrate_plan(int) TO reeve_owner;
