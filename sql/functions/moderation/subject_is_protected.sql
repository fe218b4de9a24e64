CREATE OR REPLACE FUNCTION reeve.subject_is_protected(who text, collection_id int, key text)
RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.mark m
    WHERE m.collection_id = subject_is_protected.collection_id
      AND m.key = subject_is_protected.key AND m.is_protecting
      AND m.until > statement_timestamp())
  OR EXISTS (
    SELECT FROM reeve.action a JOIN reeve.action u ON u.action_id = a.reversed_by
    WHERE a.collection_id = subject_is_protected.collection_id
      AND a.key = subject_is_protected.key AND a.is_protecting
      AND u.actor = who AND u.performed_at > statement_timestamp() - interval '24 hours')
$$;

COMMENT ON FUNCTION reeve.subject_is_protected(text, int, text) IS
  'Whether a tag protects a subject from somebody: for whoever takes it away, a day longer.';
