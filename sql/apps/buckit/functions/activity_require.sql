CREATE OR REPLACE FUNCTION buckit.activity_require(activity bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  a record;
BEGIN
  SELECT x.hidden_until, x.deleted_at INTO a FROM buckit.activities x WHERE x.id = activity
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no activity %', activity USING ERRCODE = 'BK001';
  ELSIF a.hidden_until > least(at, clock_timestamp()) OR a.deleted_at IS NOT NULL THEN
    RAISE EXCEPTION 'activity % has been removed', activity USING ERRCODE = 'BK005';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.activity_require(bigint, timestamptz) IS
'Raises BK001 without such an activity, BK005 for a tombstone.';
