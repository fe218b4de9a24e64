CREATE OR REPLACE FUNCTION reeve.person_is_alone(
  logins text[], who text, since timestamptz DEFAULT NULL)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  own constant text[] := reeve.person_logins(who, since);
BEGIN
  -- Somebody who could link colleagues to a subject of their own would be alone at once, and need
  -- nobody's approval.
  RETURN NOT EXISTS (
    WITH RECURSIVE link AS MATERIALIZED (
      SELECT m.role_name, m.collection_id, m.key FROM reeve.member_subject m
      WHERE m.added_by <> ALL (own) AND m.added_at < clock_timestamp() - interval '24 hours'
    ),
    person(login) AS (
      SELECT who
      UNION
      SELECT o.role_name
      FROM person p
      JOIN link l ON l.role_name = p.login
      JOIN link o ON o.collection_id = l.collection_id AND o.key = l.key)
    SELECT FROM unnest(logins) u(login) WHERE u.login NOT IN (SELECT p.login FROM person p));
END
$$;

COMMENT ON FUNCTION reeve.person_is_alone(text[], text, timestamptz) IS
  'Whether all of these logins belong to this login''s person, so that nobody else can approve. '
  'Only links that are a day old and were made by another person count: nobody can make themselves '
  'the only one.';
