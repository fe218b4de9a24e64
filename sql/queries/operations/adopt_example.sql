-- The collection of app $1 to try commands on, the one whose rows can be banned if there is one,
-- and a statement for reeve.role_tries that finds the key of a row, where a plain word, and a word
-- of its name. Also a senior who may act, where this login may not.
SELECT c.name AS collection, a.owner_name AS owner, b.is_banned,
  format($f$
    SELECT jsonb_build_array(s.key, (regexp_match(s.label, '[[:alpha:]]{2,20}'))[1])
    FROM (SELECT (%s)::text AS key, (%s)::text AS label FROM %s t LIMIT 1000) s
    WHERE s.key ~ '^[A-Za-z0-9_-]{1,40}$'
    ORDER BY s.label ~ '[[:alpha:]]{2}' DESC, length(s.key), s.key LIMIT 1 $f$,
    c.key_sql, c.label_sql, c.table_sql) AS statement,
  CASE WHEN reeve.member_rank_of(session_user) IS NULL THEN (
    SELECT m.role_name FROM reeve.member m WHERE reeve.member_rank_of(m.role_name) = 'senior'
    ORDER BY m.added_at, m.role_name LIMIT 1) END AS admin
FROM reeve.app a
JOIN reeve.collection c ON c.app = a.app AND c.is_live
CROSS JOIN LATERAL (
  SELECT EXISTS (
    SELECT FROM reeve.rule r
    WHERE r.collection_id = c.collection_id AND r.is_live AND r.verb = 'ban')
) b(is_banned)
WHERE a.app = $1
ORDER BY b.is_banned DESC, c.collection_id LIMIT 1
