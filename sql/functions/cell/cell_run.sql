-- How code of an app is kept powerless while Reeve writes the app's tables.
--
-- ANALYZE evaluates the predicates of a table's partial indexes as the table's owner, in what
-- PostgreSQL calls a security-restricted operation: settings are restored at its end whatever was
-- set inside, and deferred triggers, holdable cursors, LISTEN, PREPARE, temporary objects and SET
-- ROLE are refused. A cell is a table of one row with such an index, whose predicate calls
-- reeve.cell_run and so runs the order that reeve.cell_enter has left. The app writer that owns the
-- cells owns nothing else.
CREATE OR REPLACE FUNCTION reeve.cell_run(i int) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- An index accepts only immutable functions, which may not write; the functions they call may.
  -- A restored dump builds the index before it grants anything, and there is no order then.
  IF has_schema_privilege('reeve', 'USAGE') THEN
    PERFORM reeve.cell_work();
  END IF;
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.cell_run(int) IS
  'The predicate of a cell''s index: runs the order of this backend, or does nothing where there '
  'is none, as when the index is built.';

GRANT EXECUTE ON FUNCTION reeve.cell_run(int) TO reeve_access;
