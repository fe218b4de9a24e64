CREATE OR REPLACE FUNCTION reeve.person_logins(who text, since timestamptz DEFAULT NULL)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  start constant timestamptz := least(since, clock_timestamp() - interval '24 hours');
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.member_subject)
    AND NOT EXISTS (SELECT FROM reeve.member_subject_past p WHERE p.removed_at >= start) THEN
    RETURN ARRAY[who];
  END IF;
  RETURN (
    WITH RECURSIVE own AS MATERIALIZED (
      SELECT m.role_name, m.collection_id, m.key FROM reeve.member_subject m
      UNION
      SELECT p.role_name, p.collection_id, p.key FROM reeve.member_subject_past p
      WHERE p.removed_at >= start
    ),
    -- Accounts that were merged are one person's.
    account AS MATERIALIZED (
      SELECT g.collection_id, a.key, a.account
      FROM (
        SELECT o.collection_id, array_agg(DISTINCT o.key) AS keys FROM own o
        GROUP BY o.collection_id) g
      CROSS JOIN LATERAL reeve.person_accounts(g.collection_id, g.keys) a),
    link AS MATERIALIZED (
      SELECT o.role_name, o.collection_id, a.account AS key
      FROM own o JOIN account a USING (collection_id, key)
    ),
    person(login) AS (
      SELECT who
      UNION
      SELECT o.role_name
      FROM person p
      JOIN link l ON l.role_name = p.login
      JOIN link o ON o.collection_id = l.collection_id AND o.key = l.key)
    SELECT array_agg(p.login ORDER BY p.login COLLATE "C") FROM person p);
END
$$;

COMMENT ON FUNCTION reeve.person_logins(text, timestamptz) IS
  'Logins of the same person as this one, itself included: those linked (member_subject) to the '
  'same subject, or to accounts that were merged, directly or through other logins and subjects. '
  'A removed link counts for another 24 hours, and always for a moment at which it existed.';
