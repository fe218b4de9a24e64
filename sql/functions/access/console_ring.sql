CREATE OR REPLACE FUNCTION reeve.console_ring() RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT pg_notify('reeve_console', '')
$$;

COMMENT ON FUNCTION reeve.console_ring() IS
  'Has open consoles look for what is new (reeve.console_news) when the transaction commits. It '
  'says nothing of what that is. For what people do: apps report without it, since a NOTIFY makes '
  'all commits queue up and a prepared transaction fail.';
