CREATE OR REPLACE FUNCTION reeve.notice_result(
  notice bigint, result text, detail text DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection := (
    SELECT l FROM reeve.outbox o JOIN reeve.collection l USING (collection_id)
    WHERE o.outbox_id = notice_result.notice);
  told text := left(nullif(btrim(notice_result.detail), ''), 1000);
BEGIN
  PERFORM reeve.app_require(c.app);
  IF coalesce(notice_result.result NOT IN ('delivered', 'bounced', 'failed'), TRUE) THEN
    RAISE EXCEPTION 'a notice is delivered, bounced or failed, not %',
      quote_nullable(left(notice_result.result, 40)) USING ERRCODE = 'RV001';
  END IF;
  -- Waits for the worker that is sending it; what an erasure has emptied stays empty.
  PERFORM FROM reeve.outbox o
  WHERE o.outbox_id = notice_result.notice OR o.sent_with = notice_result.notice
  ORDER BY o.outbox_id FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT FROM reeve.outbox o
    WHERE o.outbox_id = notice_result.notice AND o.state = 'sent' AND o.sent_with IS NULL)
  THEN
    RAISE EXCEPTION 'notice % was not sent: it is %', notice_result.notice, (
      SELECT CASE WHEN o.sent_with IS NOT NULL THEN 'part of notice ' || o.sent_with
        ELSE o.state END
      FROM reeve.outbox o WHERE o.outbox_id = notice_result.notice) USING ERRCODE = 'RV004';
  END IF;
  UPDATE reeve.outbox o SET result = notice_result.result, result_at = clock_timestamp(),
    error = CASE WHEN notice_result.result <> 'delivered' AND o.arguments <> '{}' THEN told END
  WHERE (o.outbox_id = notice_result.notice OR o.sent_with = notice_result.notice)
    AND o.state = 'sent' AND o.result IS DISTINCT FROM notice_result.result;
  IF FOUND THEN
    PERFORM reeve.command_record('notice.result', session_user,
      detail => jsonb_build_object('outbox_id', notice_result.notice, 'result',
        notice_result.result));
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.notice_result(bigint, text, text) IS
  'The app''s sender tells what became of a message: delivered, bounced or failed, and in which '
  'words (NULL: none; cut to 1000 characters). notice: the outbox_id of the message, whose result '
  'is that of all notices in it. Told again, nothing changes; the last one told holds, as a mail '
  'may bounce after it was delivered. RV001: another result; RV002: the login is not of that app, '
  'or there is no such notice; RV004: it was not sent, or was withdrawn.';

GRANT EXECUTE ON FUNCTION reeve.notice_result(bigint, text, text) TO reeve_app;
