CREATE OR REPLACE FUNCTION buckit.vote_change(
  actor bigint, activity bigint, value integer, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.activity_require(activity, at);
  UPDATE buckit.votes v SET value = vote_change.value, voted_at = at
  WHERE v.user_id = actor AND v.activity_id = activity;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % has not voted on activity %', actor, activity USING ERRCODE = 'BK001';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.vote_change IS
'Turns a vote round; a void one stays void. BK001 without one.';

GRANT EXECUTE ON FUNCTION buckit.vote_change TO buckit_app;
