CREATE OR REPLACE FUNCTION reeve.member_link(
  role_name text, app text, collection text, key text, is_linked boolean)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  code text;
  message text;
  detail jsonb;
BEGIN
  key := reeve.subject_key(c, key);
  code := CASE
    WHEN NOT reeve.rank_suffices(reeve.member_rank_own(session_user), 'senior') THEN 'rank'
    WHEN NOT is_linked AND member_link.role_name = ANY (reeve.person_logins(session_user))
      THEN 'self'
    WHEN is_linked AND NOT EXISTS (
      SELECT FROM reeve.member m WHERE m.role_name = member_link.role_name) THEN 'notfound'
    WHEN is_linked AND NOT EXISTS (
      SELECT FROM reeve.app_find(c.collection_id, '', ARRAY[member_link.key], 1)) THEN 'notfound'
    END;
  message := CASE code
    WHEN 'rank' THEN 'staff needs the rank senior and a login of your own'
    WHEN 'self' THEN 'another senior must remove your own link'
    WHEN 'notfound' THEN format('there is no %s:%s, or %s is not in the team', collection, key,
      role_name) END;
  IF code IS NULL AND is_linked THEN
    INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
    VALUES (c.collection_id, key, member_link.role_name, session_user)
    ON CONFLICT ON CONSTRAINT member_subject_pkey DO NOTHING;
  ELSIF code IS NULL THEN
    DELETE FROM reeve.member_subject m
    WHERE m.collection_id = c.collection_id AND m.key = member_link.key
      AND m.role_name = member_link.role_name;
  END IF;
  PERFORM reeve.command_record(CASE WHEN is_linked THEN 'member.link' ELSE 'member.unlink' END,
    session_user, NULL, c.collection_id, key, code,
    detail => CASE WHEN code IS NULL THEN jsonb_build_object(
      'members', jsonb_build_array(member_link.role_name)) ELSE '{}' END);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.member_link(text, text, text, text, boolean) IS
  'Records that a login of the team is, or is not, that row of an app, for seniors, so that '
  'nobody acts on themselves, peers or superiors, and two logins of one person count as one. No '
  'login of that person can remove a link.';

GRANT EXECUTE ON FUNCTION reeve.member_link(text, text, text, text, boolean) TO reeve_viewer;
