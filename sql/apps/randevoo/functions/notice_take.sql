CREATE OR REPLACE FUNCTION randevoo.notice_take(recipient text, notice jsonb, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  DELETE FROM randevoo.notifications n
  WHERE n.user_id = recipient::bigint AND n.notice_id = (notice ->> 'outbox_id')::bigint
    AND notice ->> 'subject' IS NULL;
  INSERT INTO randevoo.notifications
    (user_id, kind, notice_id, subject, body, link, created_at)
  SELECT u.id, 'notice', (notice ->> 'outbox_id')::bigint, notice ->> 'subject',
    notice ->> 'body', notice ->> 'link', at
  FROM randevoo.users u WHERE u.id = recipient::bigint AND notice ->> 'subject' IS NOT NULL
  ON CONFLICT ON CONSTRAINT notifications_notice_key DO NOTHING
$body$;

COMMENT ON FUNCTION randevoo.notice_take(text, jsonb, timestamptz) IS
'For the back office: puts a notice that is sent to a user among their notifications, once. Drops it
if it comes without a subject: an erasure has emptied it.';
