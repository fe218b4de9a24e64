CREATE OR REPLACE FUNCTION reeve.approval_eligible(
  c reeve.collection, k reeve.action_kind, verb text, key text, into_key text DEFAULT NULL)
RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  able text[] := ARRAY(
    SELECT m.role_name FROM reeve.member m
    WHERE reeve.rank_suffices(reeve.member_rank_of(m.role_name), coalesce(k.rank, 'moderator'))
    ORDER BY m.role_name);
BEGIN
  -- Mostly the subject belongs to nobody of the team, which is looked up once for all of them.
  IF NOT EXISTS (SELECT FROM reeve.subject_team(c.collection_id,
    array_remove(ARRAY[key, into_key], NULL))) THEN
    RETURN able;
  END IF;
  RETURN ARRAY(
    SELECT u.login FROM unnest(able) WITH ORDINALITY u(login, place)
    WHERE (reeve.action_barred(u.login, c, k, verb, key, into_key)).code IS NULL
    ORDER BY u.place);
END
$$;

COMMENT ON FUNCTION reeve.approval_eligible(
  reeve.collection, reeve.action_kind, text, text, text) IS
  'Members of the team who could perform that verb on that subject (into_key: the account into '
  'which it is merged), and so approve it.';
