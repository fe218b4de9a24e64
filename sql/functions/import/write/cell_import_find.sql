-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import_find(statements jsonb)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "DateStyle" = 'ISO, MDY'
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
    SELECT m.record, m.code, m.reason
    FROM reeve.cell_halve('SELECT reeve.cell_import_find_part($1, $2, $3)', statements, lows,
      highs) p
    CROSS JOIN LATERAL (
      SELECT p.place, p.code, p.reason WHERE p.code IS NOT NULL
      UNION ALL
      SELECT e.key::bigint, 'reference', e.value FROM jsonb_each_text(p.answer -> 'missing') e
      UNION ALL
      SELECT NULL, 'made', e.value FROM jsonb_array_elements_text(p.answer -> 'made') e
    ) m(record, code, reason);
END
$$;

COMMENT ON FUNCTION reeve.cell_import_find(jsonb) IS
  'Inside a cell: looks up the rows that the staged records refer to; returns the records that '
  'cannot be written, with the reason, and with the code made what was created, as JSON.';

GRANT EXECUTE ON FUNCTION reeve.cell_import_find(jsonb) TO reeve_access;
