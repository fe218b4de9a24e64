CREATE OR REPLACE FUNCTION reeve.cell_work() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  o reeve.cell_order := reeve.cell_take();
  answer jsonb;
BEGIN
  IF o.statement IS NULL THEN
    RETURN;
  END IF;
  -- Deferrable constraints and triggers, such as every foreign key of Django's, fire in here; what
  -- code of the app defers again is an error.
  SET CONSTRAINTS ALL IMMEDIATE;
  IF o.statement ~* E'^\\s*(UPDATE|DELETE|TRUNCATE)\\s' THEN
    EXECUTE o.statement
    USING o.keys, o.at, o.until, o.grace, o.max_rows, o.words, o.vals, o.expect;
  ELSE
    EXECUTE o.statement INTO answer
    USING o.keys, o.at, o.until, o.grace, o.max_rows, o.words, o.vals, o.expect;
  END IF;
  SET CONSTRAINTS ALL IMMEDIATE;
  PERFORM reeve.cell_answer(answer);
END
$$;

COMMENT ON FUNCTION reeve.cell_work() IS
  'Inside a cell: runs the order, and everything that the app has deferred, with the rights of '
  'the app writer, and gives the answer.';

GRANT EXECUTE ON FUNCTION reeve.cell_work() TO reeve_access;
