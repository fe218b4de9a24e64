CREATE OR REPLACE FUNCTION reeve.subject_team(
  collection_id int, key text, into_key text DEFAULT NULL)
RETURNS TABLE(role_name text, relation text, subject text)
LANGUAGE plpgsql STABLE ROWS 1 SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  owner_id int;
  owner_key text;
  -- Accounts that were merged are one person's.
  accounts text[];
  owners text[];
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.member_subject) THEN
    RETURN;
  END IF;
  SELECT p.person_id, p.person_key INTO owner_id, owner_key
  FROM reeve.strike_persons(subject_team.collection_id, ARRAY[subject_team.key]) p;
  accounts := ARRAY(SELECT a.account FROM reeve.account_keys(subject_team.collection_id,
    array_remove(ARRAY[subject_team.key, into_key], NULL)) a);
  owners := ARRAY(SELECT a.account FROM reeve.account_keys(owner_id, ARRAY[owner_key]) a);
  RETURN QUERY
    SELECT m.role_name, CASE WHEN m.collection_id = subject_team.collection_id
        AND m.key = ANY (accounts) THEN 'is' ELSE 'belongs to' END,
      CASE WHEN m.collection_id = subject_team.collection_id AND m.key = into_key THEN into_key
        ELSE subject_team.key END
    FROM reeve.member_subject m
    WHERE m.collection_id = subject_team.collection_id AND m.key = ANY (accounts)
      OR m.collection_id = owner_id AND m.key = ANY (owners)
    ORDER BY m.role_name;
END
$$;

COMMENT ON FUNCTION reeve.subject_team(int, text, text) IS
  'Whom of the team a subject, or what it is merged into (into_key), is or belongs to, by its '
  'parents: their logins, the relation, and which of the two subjects.';
