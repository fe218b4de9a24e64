CREATE OR REPLACE FUNCTION findspot.notice_take(recipient text, notice jsonb, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
  DELETE FROM findspot.notices n
  WHERE n.user_id = recipient::bigint AND n.notice_id = (notice ->> 'outbox_id')::bigint
    AND notice ->> 'subject' IS NULL;
  INSERT INTO findspot.notices
    (user_id, notice_id, subject, body, link, has_sound, created_at)
  SELECT u.id, (notice ->> 'outbox_id')::bigint, notice ->> 'subject', notice ->> 'body',
    notice ->> 'link', NOT EXISTS (
      SELECT FROM findspot.quiet_notices q WHERE q.template = notice ->> 'template'), at
  FROM findspot.users u WHERE u.id = recipient::bigint AND notice ->> 'subject' IS NOT NULL
  ON CONFLICT ON CONSTRAINT notices_notice_key DO NOTHING
$body$;

COMMENT ON FUNCTION findspot.notice_take(text, jsonb, timestamptz) IS
'For the back office: keeps a notice that is sent to a user for their phone, once. Drops it if it
comes without a subject: an erasure has emptied it.';
