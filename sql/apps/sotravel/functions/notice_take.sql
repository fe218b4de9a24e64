CREATE OR REPLACE FUNCTION sotravel.notice_take(recipient text, notice jsonb, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  INSERT INTO sotravel.notices
    (user_id, notice_id, event_id, subject, body, link, has_sound, created_at)
  SELECT u.id, (notice ->> 'outbox_id')::bigint, (
      SELECT i.event_id FROM sotravel.invitations i
      WHERE i.id = substring(notice ->> 'about' FROM '^invitation:(\d{1,18})$')::bigint),
    notice ->> 'subject', notice ->> 'body',
    notice ->> 'link', NOT EXISTS (
      SELECT FROM sotravel.quiet_notices q WHERE q.template = notice ->> 'template'), at
  FROM sotravel.users u WHERE u.id = recipient::bigint
  ON CONFLICT ON CONSTRAINT notices_notice_key DO NOTHING
$body$;

COMMENT ON FUNCTION sotravel.notice_take(text, jsonb, timestamptz) IS
'For the back office: keeps a notice that is sent to a user for their phone, once.';
