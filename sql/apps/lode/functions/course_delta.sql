CREATE OR REPLACE FUNCTION lode.course_delta(course bigint)
RETURNS TABLE(mark integer, average numeric, delta numeric)
LANGUAGE sql STABLE AS $body$
  SELECT m.mark, a.average, a.average - t.points / nullif(t.credits, 0)
  FROM lode.courses c
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.final * o.credits), 0)::numeric, coalesce(sum(o.credits), 0)
      FROM lode.courses o
      WHERE o.student_id = c.student_id AND o.id <> c.id AND o.final IS NOT NULL)
      t (points, credits)
    CROSS JOIN generate_series(18, 30) m(mark)
    CROSS JOIN LATERAL (SELECT (t.points + m.mark * c.credits)
      / nullif(t.credits + c.credits, 0)) a (average)
  WHERE c.id = course_delta.course
  ORDER BY m.mark
$body$;

COMMENT ON FUNCTION lode.course_delta(bigint) IS
'For each mark from 18 to 30 of a course, what the average would be, and how far that moves it from
the average without the course; NULL where no credits are behind it.';

GRANT EXECUTE ON FUNCTION lode.course_delta(bigint) TO reeve_access, lode_app;
