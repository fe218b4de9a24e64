CREATE OR REPLACE FUNCTION randevoo.user_admit(who bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  blocked timestamptz;
BEGIN
  SELECT u.blocked_until INTO blocked FROM randevoo.users u WHERE u.id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no user %', who USING ERRCODE = 'RN001';
  END IF;
  IF blocked > least(at, clock_timestamp()) THEN
    RAISE EXCEPTION 'user % is blocked', who USING ERRCODE = 'RN002';
  END IF;
  PERFORM randevoo.at_require(at);
END
$body$;

COMMENT ON FUNCTION randevoo.user_admit(bigint, timestamptz) IS
'Raises RN001 or RN002 unless the user exists and is not blocked at that time. A time to come
counts as now: no clock of a phone ends a ban. Locks nothing, so that no open transaction delays a
ban; what it commits after the ban, the back office sweeps up. RN012 for a moment that makes no
sense.';
