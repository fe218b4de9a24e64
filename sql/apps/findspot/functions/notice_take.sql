CREATE OR REPLACE FUNCTION findspot.notice_take(recipient text, notice jsonb, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
  INSERT INTO findspot.notices
    (user_id, notice_id, subject, body, link, has_sound, created_at)
  SELECT u.id, (notice ->> 'outbox_id')::bigint, notice ->> 'subject', notice ->> 'body',
    notice ->> 'link', NOT EXISTS (
      SELECT FROM findspot.quiet_notices q WHERE q.template = notice ->> 'template'), at
  FROM findspot.users u WHERE u.id = recipient::bigint
  ON CONFLICT ON CONSTRAINT notices_notice_key DO NOTHING
$body$;

COMMENT ON FUNCTION findspot.notice_take(text, jsonb, timestamptz) IS
'For the back office: keeps a notice that is sent to a user for their phone, once.';
