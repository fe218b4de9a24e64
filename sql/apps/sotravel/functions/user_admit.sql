CREATE OR REPLACE FUNCTION sotravel.user_admit(who bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  blocked timestamptz;
BEGIN
  SELECT u.blocked_until INTO blocked FROM sotravel.users u WHERE u.id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no user %', who USING ERRCODE = 'ST001';
  END IF;
  IF blocked > least(at, clock_timestamp()) THEN
    RAISE EXCEPTION 'user % is blocked', who USING ERRCODE = 'ST002';
  END IF;
  PERFORM sotravel.moment_require('at', at);
END
$body$;

COMMENT ON FUNCTION sotravel.user_admit IS
'Raises ST001 or ST002 unless the user exists and is not blocked at that time, ST007 for a moment
that is none. A time to come counts as now: no clock of a phone ends a ban. Locks nothing, so that
no open transaction delays a ban; what it commits after the ban, the back office sweeps up.';
