CREATE OR REPLACE FUNCTION lode.agenda(student bigint, at timestamptz)
RETURNS TABLE(item text, what text, "when" timestamptz, days integer, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  PERFORM lode.student_require(student), lode.at_require(at);
  RETURN QUERY
    SELECT i.item, i.what, i.moment, d.days,
      CASE WHEN i.archived_at IS NOT NULL THEN 'archived' WHEN i.moment < at THEN 'past'
        WHEN d.days <= 4 THEN 'urgent' ELSE 'upcoming' END
    FROM (
      SELECT 'exam:' || e.id, concat('exam', ' of ' || c.name,
        CASE WHEN lower(e.title) IS DISTINCT FROM lower(c.name) THEN ': ' || e.title END),
        e.held_at, e.archived_at
      FROM lode.exams e LEFT JOIN lode.courses c ON c.id = e.course_id
      WHERE e.student_id = agenda.student
      UNION ALL
      SELECT 'assignment:' || a.id, a.title || coalesce(' (' || c.name || ')', ''), a.due_at,
        a.archived_at
      FROM lode.assignments a LEFT JOIN lode.courses c ON c.id = a.course_id
      WHERE a.student_id = agenda.student) i (item, what, moment, archived_at)
      CROSS JOIN LATERAL (SELECT (i.moment AT TIME ZONE 'UTC')::date
        - (at AT TIME ZONE 'UTC')::date) d (days)
    ORDER BY i.archived_at IS NOT NULL OR i.moment < at,
      CASE WHEN i.archived_at IS NULL AND i.moment >= at THEN i.moment END, i.moment DESC, i.item;
END
$body$;

COMMENT ON FUNCTION lode.agenda(bigint, timestamptz) IS
'A student''s exams and assignments: those to come, the next one first, then the past ones with the
archived, the last one first. item: exam:ID or assignment:ID; what: exam of COURSE, exam of
COURSE: TITLE if the student called it otherwise, or exam: TITLE if it has no course; of assignments
TITLE (COURSE), or the title alone. days: from at until then, counted by date in UTC, below 0 when
it is over. state: urgent (at most 4 days), upcoming, past, or archived, put away by the back
office.';

GRANT EXECUTE ON FUNCTION lode.agenda(bigint, timestamptz) TO reeve_access, lode_app;
