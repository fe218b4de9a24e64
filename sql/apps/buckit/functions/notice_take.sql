CREATE OR REPLACE FUNCTION buckit.notice_take(recipient text, notice jsonb, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  DELETE FROM buckit.notices n
  WHERE n.user_id = recipient::bigint AND n.notice_id = (notice ->> 'outbox_id')::bigint
    AND notice ->> 'subject' IS NULL;
  INSERT INTO buckit.notices
    (user_id, notice_id, subject, body, link, has_sound, created_at)
  SELECT u.id, (notice ->> 'outbox_id')::bigint, notice ->> 'subject', notice ->> 'body',
    notice ->> 'link', NOT EXISTS (
      SELECT FROM buckit.quiet_notices q WHERE q.template = notice ->> 'template'), at
  FROM buckit.users u WHERE u.id = recipient::bigint AND notice ->> 'subject' IS NOT NULL
  ON CONFLICT ON CONSTRAINT notices_notice_key DO NOTHING
$body$;

COMMENT ON FUNCTION buckit.notice_take(text, jsonb, timestamptz) IS
'For the back office: keeps a notice that is sent to a user for their phone, once. Drops it if it
comes without a subject: an erasure has emptied it.';
