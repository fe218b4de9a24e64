CREATE OR REPLACE FUNCTION reeve.cell_take() RETURNS reeve.cell_order
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT o FROM reeve.cell_order o WHERE o.xact_id = pg_current_xact_id() AND NOT o.is_done);
END
$$;

COMMENT ON FUNCTION reeve.cell_take() IS
  'The order of this transaction; NULL where there is none.';

GRANT EXECUTE ON FUNCTION reeve.cell_take() TO reeve_access;
