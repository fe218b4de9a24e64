CREATE OR REPLACE FUNCTION reeve.hand_migrate_compare(
  copy_id int, low text[], size int, keys text[] DEFAULT NULL)
RETURNS TABLE(high text[], rows bigint, differing text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  is_same boolean;
BEGIN
  IF keys IS NOT NULL THEN
    EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)',
      reeve.migrate_get(copy_id, 'differing_keys')) INTO differing USING keys;
    RETURN NEXT;
    RETURN;
  END IF;
  EXECUTE reeve.migrate_get(copy_id, 'page') INTO high, rows USING low, size;
  IF coalesce(rows, 0) < size THEN
    high := NULL; -- To the end: what follows may hold keys behind the last.
  END IF;
  EXECUTE reeve.migrate_get(copy_id, 'same') INTO rows, is_same USING low, high;
  IF NOT is_same THEN
    EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)',
      reeve.migrate_get(copy_id, 'differing')) INTO differing USING low, high;
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.hand_migrate_compare(int, text[], int, text[]) IS
  'Compares the next rows behind a key (or those of the keys) of the two tables, with the hand''s '
  'rights: by digest, and where that differs row by row. high NULL = these were the last.';

GRANT EXECUTE ON FUNCTION reeve.hand_migrate_compare(int, text[], int, text[]) TO reeve_owner;
