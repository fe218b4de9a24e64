CREATE OR REPLACE FUNCTION sotravel.trip_require(
  trip bigint, who bigint, at timestamptz, is_hosting boolean DEFAULT FALSE)
RETURNS sotravel.trips
LANGUAGE plpgsql AS $body$
DECLARE
  asked sotravel.trips;
  role text;
BEGIN
  SELECT t.* INTO asked FROM sotravel.trips t
  WHERE t.id = trip AND (t.hidden_until > at) IS NOT TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no trip %', trip USING ERRCODE = 'ST001';
  END IF;
  SELECT m.role INTO role FROM sotravel.trip_members m
  WHERE m.trip_id = trip AND m.user_id = who;
  IF role IS NULL THEN
    RAISE EXCEPTION 'user % is not on trip %', who, trip USING ERRCODE = 'ST005';
  ELSIF is_hosting AND role <> 'host' THEN
    RAISE EXCEPTION 'user % does not host trip %', who, trip USING ERRCODE = 'ST003';
  ELSIF asked.ends_at <= at THEN
    RAISE EXCEPTION 'trip % is over', trip USING ERRCODE = 'ST004';
  END IF;
  RETURN asked;
END
$body$;

COMMENT ON FUNCTION sotravel.trip_require IS
'Returns a trip that is not over and that the user is a member, or with is_hosting a host, of.
ST001, ST003, ST004 or ST005.';
