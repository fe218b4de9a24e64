-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_remote_part(
  statements jsonb, low bigint, high bigint, rows text[])
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part text[] := rows[low:high];
  keys text[] := ARRAY(SELECT e::jsonb ->> 0 FROM unnest(part) e);
  differing text[];
BEGIN
  -- A row that is gone there, with a key that none can have here.
  IF cardinality(part) = 1 AND part[1]::jsonb ->> 1 IS NULL THEN
    BEGIN
      EXECUTE statements ->> 'found' USING keys;
    EXCEPTION WHEN data_exception THEN
      RETURN NULL;
    END;
  END IF;
  EXECUTE statements ->> 'clear';
  EXECUTE statements ->> 'stage' USING part;
  EXECUTE statements ->> 'delete' USING keys;
  BEGIN
    EXECUTE statements ->> 'upsert' USING keys;
  EXCEPTION WHEN unique_violation OR exclusion_violation THEN
    IF cardinality(part) < cardinality(rows) OR NOT (statements ->> 'can_remove')::boolean THEN
      RAISE;
    END IF;
    -- Rows that exchanged a unique value: delete all of them, then insert all.
    EXECUTE statements ->> 'remove' USING keys;
    EXECUTE statements ->> 'upsert' USING keys;
  END;
  EXECUTE format('SELECT array_agg(d.key) FROM (%s) d(key)', statements ->> 'differing_keys')
  INTO differing USING keys;
  IF differing IS NOT NULL THEN
    RAISE EXCEPTION 'it reads otherwise than it was written' USING ERRCODE = 'data_exception';
  END IF;
  EXECUTE statements ->> 'clear';
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.cell_remote_part(jsonb, bigint, bigint, text[]) IS
  'Inside a cell: writes a range of rows that have come back from another database, and reads '
  'them again. Raises if a row is refused, or reads otherwise.';

GRANT EXECUTE ON FUNCTION reeve.cell_remote_part(jsonb, bigint, bigint, text[]) TO reeve_access;
