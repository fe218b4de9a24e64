CREATE OR REPLACE FUNCTION buckit.vote_cast(
  actor bigint, activity bigint, value integer, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.argument_require('value', value IN (1, -1), '1 (up) or -1 (down)');
  PERFORM buckit.activity_require(activity, at);
  INSERT INTO buckit.votes(user_id, activity_id, value, voted_at)
  VALUES (actor, activity, vote_cast.value, at)
  ON CONFLICT ON CONSTRAINT votes_pkey DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % has voted on activity %', actor, activity USING ERRCODE = 'BK006';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.vote_cast IS
'Votes an activity up (1) or down (-1), one''s own too, once: BK006 for a second vote, BK005 on a
tombstone.';

GRANT EXECUTE ON FUNCTION buckit.vote_cast TO buckit_app;
