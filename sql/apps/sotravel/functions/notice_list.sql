CREATE OR REPLACE FUNCTION sotravel.notice_list(
  who bigint, at timestamptz, before bigint DEFAULT NULL, max_rows integer DEFAULT 50)
RETURNS TABLE (
  notice bigint, subject text, body text, has_sound boolean, link text, created_at timestamptz,
  read_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at), sotravel.page_require(max_rows);
  SELECT n.id, n.subject, n.body, n.has_sound, n.link, n.created_at, n.read_at
  FROM sotravel.notices n
  WHERE n.user_id = notice_list.who AND n.created_at <= notice_list.at
    AND (notice_list.before IS NULL OR n.id < notice_list.before)
  ORDER BY n.id DESC LIMIT least(max_rows, 500)
$body$;

COMMENT ON FUNCTION sotravel.notice_list(bigint, timestamptz, bigint, integer) IS
'A user''s notices of the back office, the newest first, at most max_rows (50 by default, never more
than 500): in the language that was theirs when it was sent, with whether a phone rings, and in link
what a tap opens: the address in the app of what the notice is about, such as
https://sotravel.example/trips/7, or NULL. read_at: NULL until it was read. before: the last one of
the page before, NULL for the first page. Who is banned reads theirs, too: one of them says why. No
row for somebody unknown.';

GRANT EXECUTE ON FUNCTION sotravel.notice_list(bigint, timestamptz, bigint, integer)
  TO sotravel_app;
