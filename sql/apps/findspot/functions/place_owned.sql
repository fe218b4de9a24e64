CREATE OR REPLACE FUNCTION findspot.place_owned(who bigint, place bigint, at timestamptz)
RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
  p findspot.places;
BEGIN
  PERFORM findspot.user_admit(who, at);
  SELECT * INTO p FROM findspot.places l
  WHERE l.id = place AND l.state <> 'lost' AND (l.hidden_until > at) IS NOT TRUE
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no place %', place USING ERRCODE = 'FS001';
  END IF;
  IF p.author_id IS DISTINCT FROM who OR p.is_author_guessed THEN
    RAISE EXCEPTION 'place % is not of user %', place, who USING ERRCODE = 'FS003';
  END IF;
END
$body$;

COMMENT ON FUNCTION findspot.place_owned(bigint, bigint, timestamptz) IS
'Locks a place that its author is about to change. FS001 if it is not there or hidden, FS002 if the
user is blocked, FS003 if it is another''s, or the author only a guess.';
