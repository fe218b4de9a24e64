CREATE OR REPLACE FUNCTION reeve.subject_own(collection_id int, keys text[], who text)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  logins text[];
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.member_subject) THEN
    RETURN FALSE;
  END IF;
  logins := reeve.person_logins(who);
  RETURN EXISTS (
    SELECT FROM reeve.subject_team(subject_own.collection_id, keys) t
    WHERE t.role_name = ANY (logins));
END
$$;

COMMENT ON FUNCTION reeve.subject_own(int, text[], text) IS
  'Whether one of the subjects is, or belongs to, the person of that login, who may have several '
  'logins and accounts.';
