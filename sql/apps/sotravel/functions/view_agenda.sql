CREATE OR REPLACE FUNCTION sotravel.view_agenda(key text)
RETURNS TABLE(event text, title text, author text, starts text, status text, going text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp
SET timezone = 'UTC' SET datestyle = 'ISO' AS $body$
  SELECT 'event:' || e.id, e.title, 'user:' || e.author_id,
    to_char(e.starts_at, 'YYYY-MM-DD HH24:MI'),
    CASE WHEN e.hidden_until > now() THEN 'hidden' ELSE e.status END,
    format('%s/%s', count(i.id) FILTER (WHERE i.status = 'going'), count(i.id))
  FROM sotravel.events e LEFT JOIN sotravel.invitations i ON i.event_id = e.id
  WHERE e.trip_id::text = view_agenda.key
  GROUP BY e.id ORDER BY e.starts_at, e.id
$body$;

COMMENT ON FUNCTION sotravel.view_agenda IS
'For the back office: a trip''s events, each with how many of those invited are going.';
