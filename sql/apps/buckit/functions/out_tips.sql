CREATE OR REPLACE FUNCTION buckit.out_tips() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT p.path, p.document
  FROM buckit.comments c
    JOIN buckit.users u ON u.id = c.author_id AND u.username <> 'erased-' || u.id
    JOIN buckit.activities t ON t.id = c.activity_id
    JOIN buckit.out_activities() a ON a.path[2] = t.legacy_id
    CROSS JOIN LATERAL (VALUES
      (ARRAY['Tips', c.legacy_id], jsonb_build_object('tipID', c.legacy_id, 'userID', u.legacy_id,
        'desc', c.body)),
      (a.path || ARRAY['Tips', c.legacy_id], to_jsonb(TRUE))) p(path, document)
$body$;

COMMENT ON FUNCTION buckit.out_tips() IS
'For reeve move --out: comments, as tips, and by which activity each is.';
