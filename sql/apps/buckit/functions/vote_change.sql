CREATE OR REPLACE FUNCTION buckit.vote_change(
  actor bigint, activity bigint, value integer, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.argument_require('value', value IN (1, -1), '1 (up) or -1 (down)');
  PERFORM buckit.activity_require(activity, at);
  UPDATE buckit.votes v SET value = vote_change.value, voted_at = at
  WHERE v.user_id = actor AND v.activity_id = activity;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % has not voted on activity %', actor, activity USING ERRCODE = 'BK001';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.vote_change IS
'Changes a vote to up (1) or down (-1); the same value again only renews its time. A vote that the
back office has voided (it does not count until void_until) stays void. BK001 without a vote, BK005
on a tombstone.';

GRANT EXECUTE ON FUNCTION buckit.vote_change TO buckit_app;
