CREATE OR REPLACE FUNCTION sotravel.legacy_answers()
RETURNS TABLE(event_id bigint, person text, user_id bigint, status text, lists bigint)
LANGUAGE sql STABLE AS $body$
  SELECT a.event_id, a.person, u.id, CASE WHEN a.is_going THEN 'going'
      WHEN a.is_not THEN 'not_going'
      WHEN a.is_cancelled THEN 'withdrawn' ELSE 'pending' END,
    a.is_going::int + a.is_not::int
  FROM (
    SELECT e.id AS event_id, e.author_id, lower(btrim(p.person)) AS person,
      bool_or(p.answer = 'going') AS is_going, bool_or(p.answer = 'no') AS is_not,
      l.is_cancelled
    FROM sotravel.legacy_events l
      JOIN sotravel.events e ON e.legacy_id = l.id
      CROSS JOIN LATERAL (
        SELECT 'going', x.person FROM jsonb_array_elements_text(l.going) x(person)
        UNION ALL SELECT 'no', x.person FROM jsonb_array_elements_text(l.declined) x(person)
        UNION ALL SELECT 'asked', x.person FROM jsonb_array_elements_text(l.pending) x(person)
      ) p(answer, person)
    WHERE p.person IS NOT NULL
    GROUP BY e.id, e.author_id, lower(btrim(p.person)), l.is_cancelled) a
    LEFT JOIN sotravel.users u ON u.legacy_id = a.person
  WHERE a.author_id IS DISTINCT FROM u.id
$body$;

COMMENT ON FUNCTION sotravel.legacy_answers() IS
'Who was asked to events that moved in, and what they answered; user_id is NULL for who is not
there. The service left among the asked who had answered. lists: how many lists of answers have
them.';
