CREATE OR REPLACE FUNCTION reeve.console_ring() RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT pg_notify('reeve_console', '')
$$;

COMMENT ON FUNCTION reeve.console_ring() IS
  'Makes open consoles look for news (reeve.console_news) when the transaction commits; the '
  'notification does not say what is new. For actions of people only: apps report without it, '
  'since a NOTIFY makes all commits queue up and a prepared transaction fail.';
