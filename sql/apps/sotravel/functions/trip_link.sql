CREATE OR REPLACE FUNCTION sotravel.trip_link(who bigint, trip bigint, at timestamptz)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at, TRUE);
  INSERT INTO sotravel.trip_links (trip_id, token) VALUES (trip, sotravel.token_mint())
  ON CONFLICT (trip_id) DO NOTHING;
  RETURN (SELECT encode(l.token, 'hex') FROM sotravel.trip_links l WHERE l.trip_id = trip);
END
$body$;

COMMENT ON FUNCTION sotravel.trip_link IS
'The token by which others join the trip, 64 characters, for its hosts; the same each time. ST003
for a traveller, ST004 once it is over, ST005 for who is not on it.';

GRANT EXECUTE ON FUNCTION sotravel.trip_link TO sotravel_app;
