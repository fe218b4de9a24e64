-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import(statements jsonb, is_halved boolean)
RETURNS TABLE(inserted bigint, changed bigint, same bigint, ids bigint[],
  record bigint, code text, reason text, changes jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "DateStyle" = 'ISO, MDY'
AS $$
DECLARE
  is_fresh boolean := (statements -> 'is_fresh')::boolean;
  lows bigint[];
  highs bigint[];
  total bigint;
BEGIN
  EXECUTE statements ->> 'span' INTO STRICT lows, highs, total;
  IF total = 0 THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH part AS MATERIALIZED (
    SELECT * FROM reeve.cell_halve('SELECT reeve.cell_import_part($1, $2, $3)',
      statements || jsonb_build_object('total', total, 'way', CASE WHEN NOT is_fresh THEN 'upsert'
        WHEN is_halved THEN 'fresh' ELSE 'insert' END), lows, highs, is_halved)
  )
  SELECT coalesce((p.answer -> 'inserted')::bigint, 0),
    coalesce((p.answer -> 'changed')::bigint, 0), coalesce((p.answer -> 'same')::bigint, 0),
    ARRAY(SELECT x::bigint FROM jsonb_array_elements_text(p.answer -> 'ids') x),
    CASE WHEN is_halved THEN p.place END,
    CASE WHEN p.code IS NULL THEN NULL WHEN NOT is_halved THEN 'halve'
      WHEN p.code = '21000' THEN 'key' ELSE p.code END,
    CASE WHEN is_halved AND p.code = '21000' THEN 'two of its child rows have the same key'
      ELSE p.reason END, p.answer -> 'changes'
  FROM part p
  UNION ALL
  SELECT 0, 0, 0, '{}', r.value::bigint, 'key', CASE
    WHEN is_fresh THEN 'a row with this key was written since the import began, by an earlier '
      'record or by the app'
    ELSE 'an earlier record of this file has the same key' END, NULL
  FROM part p
  CROSS JOIN LATERAL jsonb_array_elements(p.answer -> 'repeated') r
  UNION ALL
  SELECT 0, 0, 0, '{}', r.value::bigint,
    CASE statements ->> 'existing' WHEN 'refuse' THEN 'existing' ELSE 'kept' END,
    'its row differs, and something other than an import wrote it last', NULL
  FROM part p
  CROSS JOIN LATERAL jsonb_array_elements(p.answer -> 'held') r;
END
$$;

COMMENT ON FUNCTION reeve.cell_import(jsonb, boolean) IS
  'Inside a cell: writes an import''s staged rows as a whole, or nothing and the code halve if '
  'any is refused; with is_halved in halves, until each refused row is alone. Rows with a code '
  'are those refused or kept; the others are counts, and the transactions that wrote. changes: as '
  'in reeve.import_changes.';

GRANT EXECUTE ON FUNCTION reeve.cell_import(jsonb, boolean) TO reeve_access;
