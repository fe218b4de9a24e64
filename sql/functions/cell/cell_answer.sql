CREATE OR REPLACE FUNCTION reeve.cell_answer(answer jsonb) RETURNS void
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  UPDATE reeve.cell_order o SET is_done = TRUE, answer = cell_answer.answer
  WHERE o.xact_id = pg_current_xact_id();
END
$$;

COMMENT ON FUNCTION reeve.cell_answer(jsonb) IS
  'Gives the answer to the order of this transaction. Code of the app may call it too: the last '
  'call, after all of that code has run, is reeve.cell_work''s.';

GRANT EXECUTE ON FUNCTION reeve.cell_answer(jsonb) TO reeve_access;
