-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_compare(import_id int)
RETURNS TABLE(record bigint, difference text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  RETURN QUERY SELECT f.record, f.reason FROM reeve.import_find(import_id, FALSE) f
    ORDER BY f.record;
  RETURN QUERY
    SELECT h.record, string_agg(h.difference, ', ' ORDER BY h.difference)
    FROM reeve.import i
    CROSS JOIN LATERAL jsonb_to_recordset(reeve.app_call(i.app,
      'reeve.cell_import_compare(($7)[1])', i.statements)) h(record bigint, difference text)
    WHERE i.import_id = import_compare.import_id
    GROUP BY h.record ORDER BY h.record;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[(
    SELECT format('TRUNCATE %s', string_agg(reeve.import_stage(i.import_id, t.child), ', '))
    FROM reeve.import i CROSS JOIN LATERAL reeve.import_targets(i.mapping) t
    WHERE i.import_id = import_compare.import_id)]);
END
$$;

COMMENT ON FUNCTION reeve.import_compare(int) IS
  'Staged records whose rows in the target or its child tables are missing or differ, or which '
  'refer to no row. Empties the staging.';
