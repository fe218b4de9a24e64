CREATE OR REPLACE FUNCTION reeve.notice_mark_read(
  app text, collection text, key text, up_to bigint DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection;
  marked bigint;
BEGIN
  PERFORM reeve.app_require(app);
  c := (SELECT l FROM reeve.collection l
    WHERE l.app = notice_mark_read.app AND l.name = notice_mark_read.collection);
  INSERT INTO reeve.notice_read(outbox_id)
  SELECT o.outbox_id FROM reeve.outbox o
  WHERE o.collection_id = c.collection_id AND o.key = notice_mark_read.key
    AND o.state = 'sent' AND o.sent_with IS NULL
    AND (o.result IN ('bounced', 'failed')) IS NOT TRUE
    AND (up_to IS NULL OR o.outbox_id <= up_to)
    AND NOT EXISTS (SELECT FROM reeve.notice_read r WHERE r.outbox_id = o.outbox_id)
  ON CONFLICT ON CONSTRAINT notice_read_pkey DO NOTHING;
  GET DIAGNOSTICS marked = ROW_COUNT;
  IF marked > 0 THEN
    PERFORM reeve.command_record('notice.read', session_user, NULL, c.collection_id,
      notice_mark_read.key);
  END IF;
  RETURN marked;
END
$$;

COMMENT ON FUNCTION reeve.notice_mark_read(text, text, text, bigint) IS
  'Marks the messages of a person as read, up to an outbox_id (NULL: all that were sent); returns '
  'how many were not. What is sent later is unread. RV002: the login is not of that app.';

GRANT EXECUTE ON FUNCTION reeve.notice_mark_read(text, text, text, bigint) TO reeve_app;
