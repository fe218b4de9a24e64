-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_apply(statements jsonb, keys text[])
RETURNS TABLE(key text, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off
AS $$
DECLARE
  gone text;
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN
    RETURN;
  END IF;
  BEGIN
    EXECUTE statements ->> 'delete' USING keys;
  EXCEPTION WHEN data_exception THEN
    -- A key that no row can have there.
    FOREACH gone IN ARRAY keys LOOP
      BEGIN
        EXECUTE statements ->> 'delete' USING ARRAY[gone];
      EXCEPTION WHEN data_exception THEN
        CONTINUE;
      END;
    END LOOP;
  END;
  RETURN QUERY
  SELECT cell_migrate_apply.keys[h.place], h.code, h.reason
  FROM reeve.cell_halve('SELECT reeve.cell_migrate_part($1, $2, $3, $4)', statements, ARRAY[1],
    ARRAY[cardinality(keys)], TRUE, keys) h
  WHERE h.code IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_apply(jsonb, text[]) IS
  'Inside a cell: reads rows of the live table again and writes or deletes them in the table '
  'that follows; returns the keys of refused rows.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_apply(jsonb, text[]) TO reeve_access;
