CREATE OR REPLACE FUNCTION reeve.hand_import_plan(import_id int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  statements jsonb := reeve.import_get(import_id);
  statement text;
  is_fresh boolean;
BEGIN
  FOR statement IN
    SELECT s.value #>> '{}'
    FROM (SELECT statements - 'children' - 'is_fresh' UNION ALL
      SELECT jsonb_array_elements(statements -> 'children')) k(kinds)
    CROSS JOIN LATERAL jsonb_each(k.kinds) s
  LOOP
    EXECUTE 'EXPLAIN ' || statement USING 0::bigint, 0::bigint, '{}'::bigint[];
  END LOOP;
  EXECUTE statements ->> 'empty' INTO is_fresh;
  RETURN is_fresh;
EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
  RAISE EXCEPTION 'reeve_hand cannot run this import: %', SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

COMMENT ON FUNCTION reeve.hand_import_plan(int) IS
  'Plans an import''s statements with the hand''s rights, without running them; RV005 where it '
  'cannot. Returns whether the target holds no row.';

GRANT EXECUTE ON FUNCTION reeve.hand_import_plan(int) TO reeve_owner;
