CREATE OR REPLACE FUNCTION sotravel.event_cancel(who bigint, event bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.event_require(event, who, at, TRUE);
  UPDATE sotravel.events e SET status = 'cancelled' WHERE e.id = event;
  UPDATE sotravel.invitations i SET status = 'withdrawn'
  WHERE i.event_id = event AND i.status = 'pending';
END
$body$;

COMMENT ON FUNCTION sotravel.event_cancel IS
'Its author, or a host of the trip, cancels an event; unanswered invitations are withdrawn, and
answers stay. ST003 for anybody else, ST004 if it is over or cancelled. The app cannot take that
back.';

GRANT EXECUTE ON FUNCTION sotravel.event_cancel TO sotravel_app;
