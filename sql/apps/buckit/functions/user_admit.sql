CREATE OR REPLACE FUNCTION buckit.user_admit(who bigint, is_posting boolean, at timestamptz)
RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  u record;
BEGIN
  SELECT x.blocked_until, x.activated_at INTO u FROM buckit.users x WHERE x.id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no user %', who USING ERRCODE = 'BK001';
  ELSIF u.blocked_until > least(at, clock_timestamp()) THEN
    RAISE EXCEPTION 'user % is blocked', who USING ERRCODE = 'BK002';
  ELSIF is_posting AND u.activated_at IS NULL THEN
    RAISE EXCEPTION 'the account of user % is not activated: it has no photo', who
      USING ERRCODE = 'BK004';
  END IF;
  PERFORM buckit.moment_require('at', at);
END
$body$;

COMMENT ON FUNCTION buckit.user_admit(bigint, boolean, timestamptz) IS
'Raises BK001 or BK002 unless the user exists and is not blocked at that time, BK004 if posting and
not activated, BK007 for a moment that is none. A time to come counts as now: no clock of a phone
ends a ban. Locks nothing, so that no open transaction delays a ban; what it commits after the ban,
the back office sweeps up.';
