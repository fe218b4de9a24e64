CREATE OR REPLACE FUNCTION buckit.legacy_tip_activity(tip text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT l.activity_id FROM buckit.legacy_tips l WHERE l.tip = legacy_tip_activity.tip
$body$;

COMMENT ON FUNCTION buckit.legacy_tip_activity(text) IS
'The activity that a tip of the former app is about; NULL if none says so.';

GRANT EXECUTE ON FUNCTION buckit.legacy_tip_activity(text) TO reeve_access;
