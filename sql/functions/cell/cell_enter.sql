CREATE OR REPLACE FUNCTION reeve.cell_enter(
  app text, statement text, keys text[] DEFAULT NULL, vals jsonb[] DEFAULT NULL,
  expect jsonb[] DEFAULT NULL, at timestamptz DEFAULT NULL, until timestamptz DEFAULT NULL,
  grace interval DEFAULT NULL, max_rows bigint DEFAULT NULL, words text DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  cell text;
  o reeve.cell_order;
  state text;
  said text;
  context text;
  named text;
BEGIN
  BEGIN
    INSERT INTO reeve.cell_order(
      xact_id, statement, keys, at, until, grace, max_rows, words, vals, expect)
    VALUES (pg_current_xact_id(), cell_enter.statement, cell_enter.keys, cell_enter.at,
      cell_enter.until, cell_enter.grace, cell_enter.max_rows, cell_enter.words, cell_enter.vals,
      cell_enter.expect);
    cell := reeve.cell_lock(app);
    EXECUTE 'ANALYZE ' || cell;
    DELETE FROM reeve.cell_order d WHERE d.xact_id = pg_current_xact_id() RETURNING d.* INTO o;
  EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
    -- The subtransaction has ended, so the settings are as before.
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, said = MESSAGE_TEXT,
      context = PG_EXCEPTION_CONTEXT, named = CONSTRAINT_NAME;
    PERFORM reeve.cell_clean(app);
    PERFORM reeve.app_error(state, said, context, named => named);
    RAISE;
  END;
  PERFORM reeve.cell_clean(app, cell);
  IF o.is_done IS NOT TRUE THEN
    RAISE EXCEPTION 'the cell % did not run its order', cell
      USING ERRCODE = 'RV006', HINT = '`reeve catalog apply` recreates the cells.';
  END IF;
  RETURN o.answer;
END
$$;

COMMENT ON FUNCTION reeve.cell_enter(
  text, text, text[], jsonb[], jsonb[], timestamptz, timestamptz, interval, bigint, text) IS
  'Runs a statement that returns one jsonb, an UPDATE, a DELETE or a TRUNCATE, as the app writer '
  'of an app in one of its cells, where code of the app can neither leave traces in the session '
  'nor defer anything. In the statement $1 is keys, $2 at, $3 until, $4 grace, $5 max_rows, $6 '
  'words, $7 vals, $8 expect. RV006 for any error of the app''s code, except lock timeouts, '
  'deadlocks, serialization failures and cancellation by the server. Locks the cell (SHARE '
  'UPDATE EXCLUSIVE) until the transaction ends.';
