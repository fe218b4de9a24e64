CREATE OR REPLACE FUNCTION reeve.notice_zone(app text, zone text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.zone_valid(notice_zone.zone, (
    SELECT s.zone FROM reeve.notice_setting s WHERE s.app = notice_zone.app))
$$;

COMMENT ON FUNCTION reeve.notice_zone(text, text) IS
  'A recipient''s zone, or the app''s where theirs is unknown.';
