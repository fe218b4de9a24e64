CREATE OR REPLACE FUNCTION reeve.verb_refusal(
  verb text, why text, rank text DEFAULT 'senior', OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT reeve.member_acts(rank) THEN
    code := 'rank';
    message := format('%s needs the rank %s and a login of your own', verb, rank);
  ELSIF char_length(btrim(why)) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.verb_refusal(text, text, text) IS
  'Why the login may not use a verb that needs the rank, or not for this reason; NULL if it may.';
