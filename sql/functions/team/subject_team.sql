CREATE OR REPLACE FUNCTION reeve.subject_team(collection_id int, keys text[])
RETURNS TABLE(key text, role_name text, relation text)
LANGUAGE plpgsql STABLE ROWS 1 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.member_subject) THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH owner AS MATERIALIZED (
      SELECT s.key, s.person_id, s.person_key
      FROM reeve.subject_persons(subject_team.collection_id, keys) s),
    account AS (
      SELECT a.key, subject_team.collection_id AS id, a.account, 'is' AS relation
      FROM reeve.person_accounts(subject_team.collection_id, keys) a
      UNION ALL
      SELECT o.key, o.person_id, a.account, 'belongs to'
      FROM (
        SELECT w.person_id, array_agg(DISTINCT w.person_key) AS keys
        FROM owner w GROUP BY w.person_id) g
      CROSS JOIN LATERAL reeve.person_accounts(g.person_id, g.keys) a
      JOIN owner o ON o.person_id = g.person_id AND o.person_key = a.key)
    SELECT DISTINCT ON (m.role_name, x.key) x.key, m.role_name, x.relation
    FROM account x
    JOIN reeve.member_subject m ON m.collection_id = x.id AND m.key = x.account
    ORDER BY m.role_name, x.key, x.relation DESC;
END
$$;

COMMENT ON FUNCTION reeve.subject_team(int, text[]) IS
  'Which of the subjects are, or belong to by their parents, somebody of the team: one row a '
  'subject and login, with the relation. Accounts that were merged are one person''s, whichever '
  'of them is linked.';
