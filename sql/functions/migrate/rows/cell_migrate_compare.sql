-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_compare(
  statements jsonb, low text[], size int, keys text[])
RETURNS TABLE(high text[], rows bigint, differing text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off
AS $$
DECLARE
  is_same boolean;
BEGIN
  IF keys IS NOT NULL THEN
    EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)',
      statements ->> 'differing_keys') INTO differing USING keys;
    rows := cardinality(keys);
    RETURN NEXT;
    RETURN;
  END IF;
  EXECUTE statements ->> 'page' INTO high USING low, size;
  EXECUTE statements ->> 'same' INTO rows, is_same USING low, high;
  IF NOT is_same THEN
    EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)',
      statements ->> 'differing') INTO differing USING low, high;
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_compare(jsonb, text[], int, text[]) IS
  'Inside a cell: compares the next rows after a key (or those with the keys) of the two tables '
  'of a live copy: by digest and, if that differs, row by row. high NULL = these were the last.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_compare(jsonb, text[], int, text[]) TO reeve_access;
