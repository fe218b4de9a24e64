CREATE OR REPLACE FUNCTION randevoo.phone_verify(who bigint, code text, at timestamptz)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  p randevoo.phones;
BEGIN
  PERFORM randevoo.user_admit(who, at);
  SELECT * INTO p FROM randevoo.phones x WHERE x.user_id = who AND x.asked_phone IS NOT NULL
  FOR UPDATE;
  IF NOT FOUND OR p.tries >= 5 OR at - p.asked_at NOT BETWEEN interval '0' AND interval '10 minutes'
  THEN
    RETURN FALSE;
  ELSIF p.code IS DISTINCT FROM randevoo.sign_in_digest(who || ' ' || phone_verify.code) THEN
    UPDATE randevoo.phones x SET tries = tries + 1 WHERE x.user_id = who;
    RETURN FALSE;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('randevoo phone ' || p.asked_phone, 0));
  -- A number is its latest holder's.
  WITH lost AS (
    DELETE FROM randevoo.phones x
    WHERE x.phone = p.asked_phone AND x.user_id <> who
    RETURNING x.user_id)
  UPDATE randevoo.users u SET phone = NULL FROM lost l
  WHERE u.id = l.user_id AND u.phone = p.asked_phone;
  UPDATE randevoo.phones x SET phone = p.asked_phone, verified_at = at, asked_phone = NULL,
    code = NULL WHERE x.user_id = who;
  UPDATE randevoo.store_invitations i
  SET customer_id = CASE i.phone WHEN p.asked_phone THEN who END
  WHERE i.phone = p.asked_phone OR i.customer_id = who;
  UPDATE randevoo.users u SET phone = p.asked_phone WHERE u.id = who;
  RETURN TRUE;
END
$body$;

COMMENT ON FUNCTION randevoo.phone_verify IS
'Whether a code is the one that phone_code gave for this person: within ten minutes, and before the
fifth that was wrong; a wrong or late one gives false and is no error. The number is then theirs and
nobody else''s (users.phone), and stores that have invited it are open to them.';

GRANT EXECUTE ON FUNCTION randevoo.phone_verify TO randevoo_app;
