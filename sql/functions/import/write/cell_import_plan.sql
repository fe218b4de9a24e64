-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import_plan(statements jsonb) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  statement text;
  is_fresh boolean;
BEGIN
  FOR statement IN
    SELECT s.value #>> '{}'
    FROM (SELECT statements - '{beside,children,refs,is_noted}'::text[] UNION ALL
      SELECT jsonb_array_elements((statements -> 'children') || (statements -> 'refs'))) k(kinds)
    CROSS JOIN LATERAL jsonb_each(k.kinds) s
  LOOP
    EXECUTE 'EXPLAIN ' || statement USING 0::bigint, 0::bigint, '{}'::bigint[], '{}'::bigint[];
  END LOOP;
  EXECUTE statements ->> 'empty' INTO is_fresh;
  RETURN is_fresh;
END
$$;

COMMENT ON FUNCTION reeve.cell_import_plan(jsonb) IS
  'Inside a cell: plans an import''s statements without running them, and returns whether the '
  'target is empty.';

GRANT EXECUTE ON FUNCTION reeve.cell_import_plan(jsonb) TO reeve_access;
