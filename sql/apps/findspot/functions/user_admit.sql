CREATE OR REPLACE FUNCTION findspot.user_admit(who bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  blocked timestamptz;
BEGIN
  SELECT u.blocked_until INTO blocked FROM findspot.users u WHERE u.id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no user %', who USING ERRCODE = 'FS001';
  END IF;
  IF blocked > least(at, clock_timestamp()) THEN
    RAISE EXCEPTION 'user % is blocked', who USING ERRCODE = 'FS002';
  END IF;
  PERFORM findspot.moment_require('at', at);
END
$body$;

COMMENT ON FUNCTION findspot.user_admit(bigint, timestamptz) IS
'Raises FS001 or FS002 unless the user exists and is not blocked at that time, FS005 for a moment
that is none; readers ask it too. A time to come counts as now: no clock of a phone ends a ban.';
