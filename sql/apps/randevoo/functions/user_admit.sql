CREATE OR REPLACE FUNCTION randevoo.user_admit(who bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  blocked timestamptz;
BEGIN
  SELECT u.blocked_until INTO blocked FROM randevoo.users u WHERE u.id = who FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no user %', who USING ERRCODE = 'RN001';
  END IF;
  IF blocked > at THEN
    RAISE EXCEPTION 'user % is blocked', who USING ERRCODE = 'RN002';
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.user_admit(bigint, timestamptz) IS
'Raises RN001 or RN002 unless the user exists and is not blocked at that time; locks their row
FOR KEY SHARE only: an open transaction of the app must never hold up a ban, whose sweep finds what
such a transaction adds.';
