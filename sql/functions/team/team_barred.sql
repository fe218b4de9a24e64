CREATE OR REPLACE FUNCTION reeve.team_barred(
  who text, verb text, login text, rank text, OUT code text, OUT message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT b.code, b.message
  FROM (SELECT (SELECT m.rank FROM reeve.member m WHERE m.role_name = login)) p(present)
  LEFT JOIN pg_roles r ON r.rolname = login
  CROSS JOIN LATERAL (VALUES
    (1, 'rank', format('%s needs the rank senior and a login of one''s own; %s has %s',
      replace(verb, '.', ' '), who, coalesce(reeve.member_rank_own(who), 'no rank here')),
      NOT reeve.rank_suffices(reeve.member_rank_own(who), 'senior')),
    (2, 'self', format('%s is %s: nobody changes their own rank', login, who),
      login = ANY (reeve.person_logins(who))),
    (3, 'argument', 'a rank is viewer, moderator, senior or auditor', verb = 'team.add'
      AND coalesce(rank NOT IN ('viewer', 'moderator', 'senior', 'auditor'), TRUE)),
    (4, 'notfound', format('%s is not in the team', login), verb = 'team.remove'
      AND p.present IS NULL),
    (5, 'notfound', format('there is no login %s: a database administrator must create it', login),
      verb = 'team.add' AND r.rolcanlogin IS NOT TRUE),
    (6, 'login', format('%s is not a personal login: it %s', login, CASE
      WHEN r.rolsuper THEN 'is a superuser'
      WHEN r.rolcreaterole THEN 'may create roles'
      WHEN r.rolbypassrls OR r.rolreplication THEN 'bypasses row security or replicates'
      ELSE 'belongs to a service' END), verb = 'team.add' AND (
        r.rolsuper OR r.rolcreaterole OR r.rolbypassrls OR r.rolreplication OR EXISTS (
          SELECT FROM pg_roles s
          WHERE pg_has_role(r.oid, s.oid, 'MEMBER') AND (
            s.rolname IN ('reeve_owner', 'reeve_access', 'reeve_app', 'reeve_worker',
              'reeve_migrator') OR s.rolsuper
            OR s.rolname IN (SELECT a.owner_name FROM reeve.app a))))),
    (7, 'state', format('%s is %s already', login, p.present), verb = 'team.add'
      AND p.present = rank AND reeve.member_rank_own(login) = rank)
    ) b(place, code, message, is_so)
  WHERE b.is_so
  ORDER BY b.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.team_barred(text, text, text, text) IS
  'Why somebody may not add that login to the team with that rank, or remove it; NULL if they '
  'may. A new member needs a login of their own that is nothing else: no superuser, no login '
  'that creates roles or bypasses row security, none of a service or of an app''s owner.';
