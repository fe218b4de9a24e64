CREATE OR REPLACE FUNCTION reeve.subject_protected(who text, collection_id int, keys text[])
RETURNS SETOF text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH own AS MATERIALIZED (
      SELECT o.key, o.account FROM reeve.account_keys(subject_protected.collection_id, keys) o)
    SELECT o.key FROM own o
    JOIN reeve.mark m ON m.collection_id = subject_protected.collection_id AND m.key = o.account
    WHERE m.is_protecting AND m.until > statement_timestamp()
    UNION
    SELECT o.key FROM own o
    JOIN reeve.action a ON a.collection_id = subject_protected.collection_id AND a.key = o.account
    JOIN reeve.action u ON u.action_id = a.reversed_by
    WHERE a.is_protecting AND coalesce(u.principal, u.actor) = ANY (reeve.person_logins(who))
      AND u.performed_at > statement_timestamp() - interval '24 hours';
END
$$;

COMMENT ON FUNCTION reeve.subject_protected(text, int, text[]) IS
  'Those of the subjects that a tag protects from somebody; for the person who removes the tag, '
  'for another day.';
