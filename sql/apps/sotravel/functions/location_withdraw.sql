CREATE OR REPLACE FUNCTION sotravel.location_withdraw(who bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at);
  DELETE FROM sotravel.locations l WHERE l.user_id = who;
END
$body$;

COMMENT ON FUNCTION sotravel.location_withdraw IS
'Withdraws a person''s position: the row goes at once. Nothing happens if they share none.';

GRANT EXECUTE ON FUNCTION sotravel.location_withdraw TO sotravel_app;
