-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import_find(statements jsonb)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  lows bigint[];
  highs bigint[];
  total bigint;
BEGIN
  EXECUTE statements ->> 'span' INTO STRICT lows, highs, total;
  IF total = 0 THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT coalesce(m.key::bigint, p.place), coalesce(p.code, 'reference'),
      coalesce(m.value, p.reason)
    FROM reeve.cell_halve('SELECT reeve.cell_import_find_part($1, $2, $3)', statements, lows,
      highs) p
    LEFT JOIN LATERAL jsonb_each_text(p.answer) m ON TRUE
    WHERE p.code IS NOT NULL OR m.key IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.cell_import_find(jsonb) IS
  'Inside a cell: looks up what the staged records refer to; returns those that cannot be written, '
  'and why.';

GRANT EXECUTE ON FUNCTION reeve.cell_import_find(jsonb) TO reeve_access;
