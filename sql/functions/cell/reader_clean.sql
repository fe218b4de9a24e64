CREATE OR REPLACE FUNCTION reeve.reader_clean(had int[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  prepared text;
  is_clean boolean;
BEGIN
  -- These outlive even a rollback: locks of the session, and what was prepared or closed. No client
  -- of ours prepares anything by SQL within the statement that reads.
  PERFORM pg_advisory_unlock_all();
  is_clean := reeve.reader_state() = had;
  FOR prepared IN
    SELECT p.name FROM pg_prepared_statement() p
    WHERE p.from_sql AND p.prepare_time = statement_timestamp()
  LOOP
    EXECUTE format('DEALLOCATE %I', prepared);
    is_clean := FALSE;
  END LOOP;
  RETURN is_clean;
END
$$;

COMMENT ON FUNCTION reeve.reader_clean(int[]) IS
  'After a read: releases the session''s advisory locks and drops statements that were prepared '
  'during the read; returns whether the number of statements and cursors is unchanged '
  '(reeve.reader_state) and none was left.';

GRANT EXECUTE ON FUNCTION reeve.reader_clean(int[]) TO reeve_access;
