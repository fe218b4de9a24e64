CREATE OR REPLACE FUNCTION sotravel.event_link(who bigint, event bigint, at timestamptz)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.event_require(event, who, at, TRUE);
  INSERT INTO sotravel.event_links (event_id, token) VALUES (event, sotravel.token_mint())
  ON CONFLICT (event_id) DO NOTHING;
  RETURN (SELECT encode(l.token, 'hex') FROM sotravel.event_links l WHERE l.event_id = event);
END
$body$;

COMMENT ON FUNCTION sotravel.event_link IS
'The token of the event''s RSVP link, 64 characters, for its author or a host of the trip; the same
each time. event_rsvp takes it. ST003 for anybody else, ST004 once it is over or cancelled.';

GRANT EXECUTE ON FUNCTION sotravel.event_link TO sotravel_app;
