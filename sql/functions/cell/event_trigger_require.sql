CREATE OR REPLACE FUNCTION reeve.event_trigger_require() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  e record;
BEGIN
  -- The look at what they call is planned at each call, and most databases have none.
  IF NOT EXISTS (SELECT FROM pg_event_trigger t WHERE t.evtenabled <> 'D') THEN
    RETURN;
  END IF;
  SELECT * INTO e FROM reeve.event_trigger_faults() LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the event trigger % would run code of others as %', quote_ident(e.name),
      current_user
      USING ERRCODE = 'RV002', DETAIL = format('Its function %s.', e.fault),
        HINT = format('Have a superuser give the function to a superuser, or run: '
          'ALTER EVENT TRIGGER %I DISABLE;', e.name);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.event_trigger_require() IS
  'Before Reeve creates, alters or drops anything: raises RV002 for an event trigger of '
  'reeve.event_trigger_faults.';
