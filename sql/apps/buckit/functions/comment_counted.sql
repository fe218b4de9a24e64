CREATE OR REPLACE FUNCTION buckit.comment_counted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  UPDATE buckit.activities a SET comment_count = a.comment_count + w.change
  FROM (
    SELECT c.activity_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS change
    FROM written c GROUP BY c.activity_id) w
  WHERE a.id = w.activity_id;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION buckit.comment_counted() IS 'Trigger: keeps comment_count of activities.';

CREATE OR REPLACE TRIGGER comments_added AFTER INSERT ON buckit.comments
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION buckit.comment_counted();

CREATE OR REPLACE TRIGGER comments_gone AFTER DELETE ON buckit.comments
  REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION buckit.comment_counted();
