CREATE OR REPLACE FUNCTION reeve.notice_unread(
  app text, collection text, key text, besides bigint DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.app_require(app);
  RETURN (
    SELECT count(*)
    FROM reeve.collection c
    JOIN reeve.outbox o ON o.collection_id = c.collection_id AND o.key = notice_unread.key
    WHERE c.app = notice_unread.app AND c.name = notice_unread.collection
      AND o.outbox_id IS DISTINCT FROM besides AND o.state = 'sent' AND o.sent_with IS NULL
      AND (o.result IN ('bounced', 'failed')) IS NOT TRUE
      AND NOT EXISTS (SELECT FROM reeve.notice_read r WHERE r.outbox_id = o.outbox_id));
END
$$;

COMMENT ON FUNCTION reeve.notice_unread(text, text, text, bigint) IS
  'For the badge of an app: how many messages a person has that were sent, did not come back and '
  'are not read. besides: an outbox_id that is left out, as its sender does not know yet whether '
  'it counts. RV002: the login is not of that app.';

GRANT EXECUTE ON FUNCTION reeve.notice_unread(text, text, text, bigint) TO reeve_app;
