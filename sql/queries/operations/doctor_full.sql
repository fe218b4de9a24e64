-- Who the members are and how they came in: area, is_red, finding, what to do. Reads only.
WITH added AS (
  -- The newest command that gave or took a rank, of each login.
  SELECT DISTINCT ON (c.login) c.*
  FROM (
    SELECT c.key AS login, c.command_id, c.at, c.kind, c.detail ->> 'rank' AS rank,
      a.state = 'executed' AND (a.is_single_handed OR a.decided_by <> ALL (a.proposers))
        AND a.verb = c.kind AND a.key = c.key AS is_approved
    FROM reeve.command c
    LEFT JOIN reeve.approval a ON a.approval_id::text = c.detail ->> 'approval'
    WHERE c.kind IN ('team.add', 'team.remove') AND c.outcome = 'done'
    UNION ALL
    SELECT l.login, c.command_id, c.at, c.kind, 'senior', TRUE
    FROM reeve.command c
    CROSS JOIN LATERAL (
      SELECT jsonb_array_elements_text(c.detail -> 'members')
      UNION ALL
      -- Before 0.2 the command did not name them: those whose row was written with it.
      SELECT m.role_name
      FROM reeve.member m
      WHERE NOT c.detail ? 'members' AND m.added_by = c.actor
        AND m.added_at BETWEEN c.at - interval '1 second' AND c.at) l(login)
    WHERE c.kind = 'member.bootstrap' AND c.outcome = 'done') c
  ORDER BY c.login, c.command_id DESC
),
person AS (
  SELECT DISTINCT reeve.person_logins(m.role_name) AS logins FROM reeve.member m
)
SELECT f.area, f.is_red, f.finding, f.remedy
FROM (
  SELECT 'members', TRUE, format('%s is %s in reeve.member, added by %s at %s UTC, and %s',
    m.role_name, m.rank, m.added_by, to_char(m.added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
    CASE WHEN a.login IS NULL OR a.kind = 'team.remove' THEN 'no recorded command added it'
      WHEN a.rank IS DISTINCT FROM m.rank
        THEN format('the recorded rank is %s', coalesce(a.rank, 'none'))
      WHEN NOT coalesce(a.is_approved, FALSE) THEN 'no second person approved the command that '
      'added it'
      ELSE 'the command that added it is not sealed' END),
    'Somebody wrote past the functions. Remove it (`team remove`), and find out who wrote it.'
  FROM reeve.member m
  LEFT JOIN added a ON a.login = m.role_name
  WHERE a.login IS NULL OR a.kind = 'team.remove' OR a.rank IS DISTINCT FROM m.rank
    OR NOT coalesce(a.is_approved, FALSE)
    -- A command is sealed within moments after it is committed.
    OR a.at < clock_timestamp() - interval '10 seconds' AND NOT EXISTS (
      SELECT FROM reeve.chain h WHERE h.command_id = a.command_id)
  UNION ALL
  SELECT 'members', TRUE, format('%s was given the rank %s by a recorded command, but is not in '
    'reeve.member', a.login, a.rank),
    'Somebody wrote past the functions. Add it again (`team add`), and find out who deleted it.'
  FROM added a
  WHERE a.kind <> 'team.remove' AND NOT EXISTS (
    SELECT FROM reeve.member m WHERE m.role_name = a.login)
  UNION ALL
  SELECT 'members', FALSE, format('%s are one person: none of them approves for another',
    array_to_string(p.logins, ' and ')),
    'Nothing, if that is right; otherwise another senior removes the wrong link (`staff`).'
  FROM person p
  WHERE cardinality(p.logins) > 1
  UNION ALL
  SELECT 'members', FALSE, format('%s a link that made %s one of several logins of a person was '
    'removed by %s', to_char(max(p.removed_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC":'),
    p.role_name, max(p.removed_by)), 'Ask whether it was wrong; it counts for another day.'
  FROM reeve.member_subject_past p
  WHERE p.removed_at > clock_timestamp() - interval '30 days' AND EXISTS (
    SELECT FROM reeve.member_subject_past o
    WHERE o.collection_id = p.collection_id AND o.key = p.key AND o.role_name <> p.role_name
    UNION ALL
    SELECT FROM reeve.member_subject o
    WHERE o.collection_id = p.collection_id AND o.key = p.key AND o.role_name <> p.role_name)
  GROUP BY p.role_name
  UNION ALL
  SELECT 'members', TRUE, format('P%s was decided by %s, who is one person with its proposer %s '
    'now', a.approval_id, a.decided_by, a.proposed_by),
    'Review it; `undo` reverses it.'
  FROM reeve.approval a
  WHERE a.state = 'executed' AND NOT a.is_single_handed
    AND reeve.person_logins(a.proposed_by, a.proposed_at) && ARRAY[a.decided_by]
) f(area, is_red, finding, remedy)
ORDER BY f.is_red DESC, f.finding
