CREATE OR REPLACE FUNCTION buckit.vote_withdraw(actor bigint, activity bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  DELETE FROM buckit.votes v
  WHERE v.user_id = actor AND v.activity_id = activity
    AND (v.void_until > least(at, clock_timestamp())) IS NOT TRUE;
  IF NOT FOUND AND EXISTS (
    SELECT FROM buckit.votes v WHERE v.user_id = actor AND v.activity_id = activity) THEN
    RAISE EXCEPTION 'the vote of user % on activity % is void', actor, activity
      USING ERRCODE = 'BK005';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.vote_withdraw IS
'Takes a vote back; nothing happens without one. A voided one (see vote_change) stays, or it could
be cast anew: BK005.';

GRANT EXECUTE ON FUNCTION buckit.vote_withdraw TO buckit_app;
