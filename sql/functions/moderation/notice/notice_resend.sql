CREATE OR REPLACE FUNCTION reeve.notice_resend(notice bigint, why text) RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  o reeve.outbox := (SELECT x FROM reeve.outbox x WHERE x.outbox_id = notice_resend.notice);
  head bigint := coalesce(o.sent_with, o.outbox_id);
  code text;
  message text;
BEGIN
  IF o.outbox_id IS NULL THEN
    PERFORM reeve.member_require('viewer');
    RAISE EXCEPTION 'there is no notice N%', notice USING ERRCODE = 'RV004',
      HINT = '`notices` lists them.';
  END IF;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('resend', why, 'moderator') r;
  IF code IS NULL THEN
    BEGIN
      PERFORM FROM reeve.outbox x WHERE x.outbox_id = head OR x.sent_with = head
      ORDER BY x.outbox_id FOR NO KEY UPDATE;
      SELECT * INTO STRICT o FROM reeve.outbox x WHERE x.outbox_id = notice_resend.notice;
      message := reeve.notice_refusal(o);
      IF message IS NOT NULL THEN
        code := 'state';
        message := format('N%s is not sent again: %s', notice, message);
      END IF;
    EXCEPTION WHEN lock_not_available THEN
      code := 'busy';
      message := format('N%s is being sent%s; try again', notice,
        reeve.lock_holders('{reeve.outbox}'));
    END;
  END IF;
  IF code IS NULL THEN
    UPDATE reeve.outbox x
    SET state = 'queued', due_at = clock_timestamp(), attempts = 0, error = NULL, sent_at = NULL,
      sent_with = NULL, held = NULL, result = NULL, result_at = NULL,
      sendings = least(x.sendings + 1, 32767)
    WHERE (x.outbox_id = o.outbox_id OR x.sent_with = o.outbox_id)
      -- Others of the message may have been withdrawn since, or emptied.
      AND reeve.notice_refusal(x) IS NULL;
    PERFORM reeve.enqueue('notify.deliver', jsonb_build_object('outbox_id', o.outbox_id), NULL,
      0::smallint, c.app, o.collection_id, o.key)
    FROM reeve.collection c WHERE c.collection_id = o.collection_id;
    message := format('N%s is sent again', notice);
  END IF;
  PERFORM reeve.verb_record('notice.resend', code, 'notice N' || notice, why);
  RETURN reeve.outcome_of(code, message, NULL);
END
$$;

COMMENT ON FUNCTION reeve.notice_resend(bigint, text) IS
  'Sends a notice again that could not be sent, bounced or failed at its receiver, for moderators. '
  'If it was the first of its message, those of the others that may be go with it. Refused after '
  'an erasure of what it said, once the action that owed it has been undone, and while the case '
  'whose outcome it tells is open again. RV004 if there is no such notice.';

GRANT EXECUTE ON FUNCTION reeve.notice_resend(bigint, text) TO reeve_viewer;
