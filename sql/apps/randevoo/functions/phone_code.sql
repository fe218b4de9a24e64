CREATE OR REPLACE FUNCTION randevoo.phone_code(who bigint, phone text, at timestamptz)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  drawn text := 'x' || encode(substring(randevoo.token_mint() FOR 7), 'hex');
  minted text := lpad((drawn::bit(56)::bigint % 1000000)::text, 6, '0');
BEGIN
  PERFORM randevoo.user_admit(who, at);
  PERFORM randevoo.phone_require(phone);
  INSERT INTO randevoo.phones AS p (user_id, asked_phone, code, asked_at)
  VALUES (who, phone_code.phone, randevoo.sign_in_digest(who || ' ' || minted), at)
  ON CONFLICT (user_id) DO UPDATE SET asked_phone = excluded.asked_phone,
    code = excluded.code, asked_at = excluded.asked_at, tries = 0
  WHERE p.asked_phone IS NULL OR p.asked_at <= excluded.asked_at - interval '1 minute';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a code was sent less than a minute ago' USING ERRCODE = 'RN012';
  END IF;
  RETURN minted;
END
$body$;

COMMENT ON FUNCTION randevoo.phone_code IS
'A code of six digits for the app''s servers to send to a telephone number (+ and 6 to 15 digits),
by which phone_verify knows within ten minutes that it is this person''s; until then, the number
that they verified before stays theirs. A new one ends the one before. RN012 also if one was given
less than a minute ago.';

GRANT EXECUTE ON FUNCTION randevoo.phone_code TO randevoo_app;
