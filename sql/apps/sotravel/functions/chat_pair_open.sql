CREATE OR REPLACE FUNCTION sotravel.chat_pair_open(who bigint, other bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  chat bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  IF NOT EXISTS (SELECT FROM sotravel.friend_list(who, at) f WHERE f.friend = other) THEN
    RAISE EXCEPTION 'user % is no friend of user %', other, who USING ERRCODE = 'ST003';
  END IF;
  INSERT INTO sotravel.chats (kind, low_id, high_id, created_at)
  VALUES ('pair', least(who, other), greatest(who, other), at)
  ON CONFLICT (low_id, high_id) DO NOTHING;
  SELECT c.id INTO chat FROM sotravel.chats c
  WHERE c.low_id = least(who, other) AND c.high_id = greatest(who, other);
  INSERT INTO sotravel.chat_members (chat_id, user_id) VALUES (chat, who), (chat, other)
  ON CONFLICT DO NOTHING;
  RETURN chat;
END
$body$;

COMMENT ON FUNCTION sotravel.chat_pair_open IS
'Returns the one chat of two friends (see friend_list), which is made if there is none; who has left
it is in it again. ST003 for who shares no trip, is blocked, or is not there.';

GRANT EXECUTE ON FUNCTION sotravel.chat_pair_open TO sotravel_app;
