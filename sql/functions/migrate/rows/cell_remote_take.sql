-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_remote_take(statements jsonb, rows text[])
RETURNS TABLE(key text, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off
AS $$
BEGIN
  -- The source is closed to everything else.
  PERFORM set_config('reeve.returns', statements ->> 'copy', TRUE);
  RETURN QUERY
  SELECT cell_remote_take.rows[h.place]::jsonb ->> 0, h.code, h.reason
  FROM reeve.cell_halve('SELECT reeve.cell_remote_part($1, $2, $3, $4)', statements, ARRAY[1],
    ARRAY[cardinality(rows)], TRUE, rows) h
  WHERE h.code IS NOT NULL;
  PERFORM set_config('reeve.returns', '', TRUE);
END
$$;

COMMENT ON FUNCTION reeve.cell_remote_take(jsonb, text[]) IS
  'Inside a cell: writes rows that have come back from another database to the source; returns '
  'the keys of refused rows.';

GRANT EXECUTE ON FUNCTION reeve.cell_remote_take(jsonb, text[]) TO reeve_access;
