CREATE OR REPLACE FUNCTION reeve.subject_protected(who text, collection_id int, keys text[])
RETURNS SETOF text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT m.key FROM reeve.mark m
    WHERE m.collection_id = subject_protected.collection_id AND m.key = ANY (keys)
      AND m.is_protecting AND m.until > statement_timestamp()
    UNION
    SELECT a.key FROM reeve.action a JOIN reeve.action u ON u.action_id = a.reversed_by
    WHERE a.collection_id = subject_protected.collection_id AND a.key = ANY (keys)
      AND a.is_protecting AND u.actor = ANY (reeve.person_logins(who))
      AND u.performed_at > statement_timestamp() - interval '24 hours';
END
$$;

COMMENT ON FUNCTION reeve.subject_protected(text, int, text[]) IS
  'Those of the subjects that a tag protects from somebody; for the person who removes the tag, '
  'for another day.';
